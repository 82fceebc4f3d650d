package jigsaw;

final class CommonLogger {
    private final StringBuilder buffer = new StringBuilder();
    private int lines;

    void log(String path, int length) {
        write(path + " 200 " + length);
    }

    private synchronized void write(String line) {
        if (buffer.length() > 10_000) {
            buffer.setLength(0);
        }
        buffer.append(line).append('\n');
        lines++;
    }

    synchronized int lines() {
        return lines;
    }
}
