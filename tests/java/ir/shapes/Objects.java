package shapes;

/** Allocation, fields, arrays, casts, class literals. */
class Objects {
    int[][][] cube = new int[2][3][];
    static final Objects INSTANCE = new Objects(null);
    Objects next;

    Objects(Objects next) {
        this.next = next == null ? this : next;
    }

    static Object elements(byte[] b, boolean[] z, char[] c, short[] s, float[] f, double[] d, String[][] names, int i) {
        b[i] = b[i + 1];
        z[i] = !z[i];
        c[i]++;
        s[i] -= 2;
        f[i] *= 2;
        d[i] /= 3;
        names[i] = new String[i];
        return names[i][0];
    }

    static Class<?> literal(Object o) {
        return o instanceof Objects[] ? String.class : int[].class;
    }

    static Object either(boolean b, String s, Integer i) {
        Object o;
        if (b) {
            o = s;
        } else {
            o = i;
        }
        return o;
    }

    static String same(boolean b, String s) {
        String t = b ? s : null;
        return t;
    }

    Objects walk() {
        Objects o = this;
        while (o.next != null) o = o.next;
        return (Objects) (Object) o;
    }
}
