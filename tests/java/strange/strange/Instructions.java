package strange;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Code: constants, switches, wide instructions, handlers, monitors, lambdas, generic local variables. */
public class Instructions {
    static final int INT = 1_000_000;
    static final long LONG = 1L << 40;
    static final float FLOAT = 1.5f;
    static final double DOUBLE = 2.5;
    static final String TEXT = "text \u0000 \u00e9 \u4e2d \ud83d\ude00";
    @Everything.Hidden(9) volatile int counter;

    @Deprecated
    static Object constants(int i) {
        switch (i) {
            case 0:
                return 100_000;
            case 1:
                return 1e10f;
            case 2:
                return 5_000_000_000L;
            case 3:
                return 1e100;
            case 4:
                return Instructions.class;
            case 5:
                return new int[2][3][];
            default:
                return TEXT;
        }
    }

    static int sparse(int i) {
        switch (i) {
            case -1_000_000:
                return 1;
            case 0:
                return 2;
            case 1_000_000:
                return 3;
            default:
                return 4;
        }
    }

    static int strings(String s) {
        return switch (s) {
            case "Aa", "BB" -> 1;
            case "other" -> 2;
            default -> 3;
        };
    }

    synchronized int monitors(Object lock) {
        synchronized (lock) {
            return ++counter;
        }
    }

    static <T extends Number & Comparable<T>> List<T> generic(List<? extends T> in, @Everything final int parameter)
            throws IllegalStateException, java.io.IOException {
        List<T> result = new ArrayList<>();
        for (T one : in) {
            Map<String, ? super T> map = null;
            result.add(one);
            if (map != null) {
                throw new IllegalStateException();
            }
        }
        try {
            result.clear();
        } catch (IllegalStateException | IllegalArgumentException e) {
            return null;
        } finally {
            result.isEmpty();
        }
        return result;
    }

    IntSupplier lambdas(int captured) {
        Supplier<String> text = () -> "a" + captured + 'c' + 1L;
        Runnable both = (Runnable & Serializable) () -> counter++;
        both.run();
        Object anonymous = new Object() {
            @Override
            public String toString() {
                return text.get();
            }
        };
        class Local {
            int value = captured;
        }
        return () -> new Local().value + anonymous.hashCode();
    }

    static long wide(long a) {
        long v00 = a, v01 = a, v02 = a, v03 = a, v04 = a, v05 = a, v06 = a, v07 = a, v08 = a, v09 = a;
        long v10 = a, v11 = a, v12 = a, v13 = a, v14 = a, v15 = a, v16 = a, v17 = a, v18 = a, v19 = a;
        long v20 = a, v21 = a, v22 = a, v23 = a, v24 = a, v25 = a, v26 = a, v27 = a, v28 = a, v29 = a;
        long v30 = a, v31 = a, v32 = a, v33 = a, v34 = a, v35 = a, v36 = a, v37 = a, v38 = a, v39 = a;
        long v40 = a, v41 = a, v42 = a, v43 = a, v44 = a, v45 = a, v46 = a, v47 = a, v48 = a, v49 = a;
        long v50 = a, v51 = a, v52 = a, v53 = a, v54 = a, v55 = a, v56 = a, v57 = a, v58 = a, v59 = a;
        long v60 = a, v61 = a, v62 = a, v63 = a, v64 = a, v65 = a, v66 = a, v67 = a, v68 = a, v69 = a;
        long v70 = a, v71 = a, v72 = a, v73 = a, v74 = a, v75 = a, v76 = a, v77 = a, v78 = a, v79 = a;
        long v80 = a, v81 = a, v82 = a, v83 = a, v84 = a, v85 = a, v86 = a, v87 = a, v88 = a, v89 = a;
        long v90 = a, v91 = a, v92 = a, v93 = a, v94 = a, v95 = a, v96 = a, v97 = a, v98 = a, v99 = a;
        long w00 = a, w01 = a, w02 = a, w03 = a, w04 = a, w05 = a, w06 = a, w07 = a, w08 = a, w09 = a;
        long w10 = a, w11 = a, w12 = a, w13 = a, w14 = a, w15 = a, w16 = a, w17 = a, w18 = a, w19 = a;
        long w20 = a, w21 = a, w22 = a, w23 = a, w24 = a, w25 = a, w26 = a, w27 = a, w28 = a, w29 = a;
        int far = 1;
        far += 10_000;
        ++far;
        return w29 + far;
    }
}
