package shapes;

/** Operators of every type, conversions, and the stack shuffles that compound assignment needs. */
final class Arithmetic {
    private long total;
    private static double ratio;

    static int integers(int a, int b) {
        return (((a + b) - (a * b)) / (a % b)) ^ ((a << 1) | (b >> 2)) & (a >>> 3) & -b & ~a;
    }

    static long longs(long a, int shift) {
        return ((a + 1L) * a - a / 3L) % 5L << shift >> 1 >>> 2 & a | -a ^ 0x123456789AL;
    }

    static float floats(float a) {
        return (a + 1.5f) * a - a / 2f % 3f + -a + 0.1f;
    }

    static double doubles(double a) {
        return (a + 1.0) * a - a / 2.0 % 3.0 + -a + 1e300;
    }

    static double conversions(int i, long l, float f, double d) {
        long a = i + (long) f + (long) d;
        float b = i + l + (float) d;
        double c = (double) i + l + f;
        int e = (int) l + (int) f + (int) d + (byte) i + (char) i + (short) i;
        return a + b + c + e;
    }

    static int comparisons(long l, float f, double d) {
        return l < 3 ? 1 : f > 2 ? 2 : f < 1 ? 3 : d >= 4 ? 4 : d <= 5 ? 5 : 6;
    }

    /** dup, dup_x1, dup2, dup2_x1, dup2_x2. */
    long shuffles(int[] ints, long[] longs, int i) {
        ints[i] += 3;
        int old = ints[i]++;
        longs[i] += 4L;
        long before = longs[i]++;
        long after = total += before;
        ratio = after;
        return old + after + (total = i);
    }

    static int constants() {
        int[] values = {-1, 0, 5, 127, -128, 32767, 65536};
        return values[0] + values.length;
    }
}
