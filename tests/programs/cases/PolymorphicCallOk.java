// Spurious in 7.1.6 (hedc): toString of some class writes, but not that of the objects that are shared (7.1.8).
// variant: default
// variant: lockset options="--lockset-only"
public class PolymorphicCallOk {
    static class Immutable {
        private String text;

        Immutable(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    static final class Counting extends Immutable {
        private int calls;

        Counting() {
            super("counting");
        }

        @Override
        public String toString() {
            calls++;
            return super.toString() + calls;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Immutable[] shared = {new Immutable("a"), new Immutable("b")};
        int[] lengths = new int[3];
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                Immutable own = new Counting();
                for (int round = 0; round < 50; round++) {
                    for (Immutable each : shared) {
                        lengths[number] += each.toString().length();
                    }
                    lengths[number] += own.toString().length();
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(lengths[0] + lengths[1] + lengths[2]);
    }
}
