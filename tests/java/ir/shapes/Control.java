package shapes;

import java.util.List;

/** Branches, loops, switches. */
final class Control {
    enum Color { RED, GREEN, BLUE }

    static int loop(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            if (i == 3) continue;
            if (sum > 100) break;
            sum += i;
        }
        return sum;
    }

    static int ternary(boolean c, int a, int b) {
        return a * (c ? a : b) + 1;
    }

    static boolean logic(Object a, Object b) {
        return a != null && (b == null || a == b) && !a.equals(b);
    }

    static int dense(int key) {
        switch (key) {
            case 1: return 10;
            case 2:
            case 3: return 20;
            case 5: return 30;
            default: return 0;
        }
    }

    static String sparse(int key) {
        return switch (key) {
            case -1000 -> "low";
            case 7, 1_000_000 -> "some";
            default -> "other";
        };
    }

    static int strings(String text) {
        return switch (text) {
            case "Aa", "BB" -> 1;
            case "other" -> 2;
            default -> 3;
        };
    }

    static int enums(Color color) {
        return switch (color) {
            case RED -> 1;
            case GREEN -> 2;
            case BLUE -> 3;
        };
    }

    static int patterns(Object o) {
        if (o instanceof String s && !s.isEmpty()) return s.length();
        if (o instanceof int[] array) return array[0];
        return o instanceof Integer ? (Integer) o : 0;
    }

    static int nested(int[][] table) {
        int max = Integer.MIN_VALUE;
        outer:
        for (int[] row : table) {
            for (int cell : row) {
                if (cell < 0) continue outer;
                max = cell > max ? cell : max;
            }
        }
        return max;
    }

    static int iterate(List<String> list) {
        int count = 0;
        for (String s : list) count += s.length();
        do {
            count--;
        } while (count > 10);
        return count;
    }

    static void forever() {
        while (true) {
            Thread.onSpinWait();
        }
    }

    /** A method that begins with a jump target: its entry is a block of its own. */
    static void retry(Runnable task) {
        while (true) {
            task.run();
        }
    }

    /** More than 256 locals are not needed to see `wide`: an increment that does not fit a byte is enough. */
    static int wide(int x) {
        x += 1000;
        return x;
    }
}
