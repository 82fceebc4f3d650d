package hedc;

/** The standard decoder is made when it is first needed. */
final class Decoder {
    private static Decoder standard;
    private int shift;

    private Decoder(int shift) {
        this.shift = shift;
    }

    static boolean ready() {
        return standard != null;
    }

    static Decoder standard() {
        if (Main.FIXED) {
            return locked();
        }
        if (standard == null) {
            synchronized (Decoder.class) {
                if (standard == null) {
                    standard = new Decoder(1);
                }
            }
        }
        return standard;
    }

    private static synchronized Decoder locked() {
        if (standard == null) {
            standard = new Decoder(1);
        }
        return standard;
    }

    String decode(String text) {
        char[] letters = text.toCharArray();
        for (int i = 0; i < letters.length; i++) {
            letters[i] += shift;
        }
        return new String(letters);
    }
}
