// mtrt: nothing but the next count is ever computed from the count.
class NobodyReadsLow {
    private static int rays;

    private static void trace(int depth) {
        rays++; // expect: data-race/unlocked low
        if (depth > 0) {
            trace(depth - 1);
        }
    }

    public static void main(String[] arguments) {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> trace(5)).start();
        }
    }
}
