package jigsaw;

/** 1024 bytes, made up from the path. */
final class Page {
    private final byte[] content = new byte[1024];

    Page(String path) {
        int seed = path.hashCode();
        for (int i = 0; i < content.length; i++) {
            seed = seed * 1103515245 + 12345;
            content[i] = (byte) (seed >>> 16);
        }
    }

    byte[] content() {
        return content;
    }
}
