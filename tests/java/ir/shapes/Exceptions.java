package shapes;

import java.io.IOException;

/** Handlers, and which values they see. */
final class Exceptions {
    static int f() throws IOException {
        return 1;
    }

    static int seen() {
        int x = 0;
        try {
            x = f();
            x = x + f();
        } catch (IOException e) {
            return x;
        }
        return x;
    }

    static int multi(Object o) {
        try {
            return o.hashCode() / f();
        } catch (IOException | ArithmeticException e) {
            return e.getMessage().length();
        } finally {
            System.gc();
        }
    }

    static int nested(int[] a, int i) {
        try {
            try {
                return a[i];
            } catch (NullPointerException e) {
                i = 7;
                return a[i + 1];
            }
        } catch (RuntimeException e) {
            return i;
        }
    }

    static void resource(AutoCloseable c) throws Exception {
        try (AutoCloseable r = c) {
            r.toString();
        }
    }

    static int finallyLoop(int n) {
        int done = 0;
        while (true) {
            try {
                if (n-- == 0) break;
                f();
            } catch (IOException e) {
                continue;
            } finally {
                done++;
            }
        }
        return done;
    }

    static void rethrow(boolean b) throws IOException {
        try {
            if (b) throw new IOException("x");
        } catch (final Exception e) {
            throw e;
        }
    }
}
