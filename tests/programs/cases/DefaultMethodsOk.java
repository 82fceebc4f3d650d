// Interfaces with default, static and private methods, and constants made by code.
// variant: default
public class DefaultMethodsOk {
    interface Counter {
        int[] MADE = make(3);

        static int[] make(int size) {
            return new int[size];
        }

        int get();

        void set(int value);

        default void add() {
            synchronized (this) {
                set(step(get()));
            }
        }

        private int step(int value) {
            return value + MADE.length;
        }
    }

    static final class Plain implements Counter {
        private int value;

        @Override
        public int get() {
            return value;
        }

        @Override
        public void set(int value) {
            this.value = value;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Plain counter = new Plain();
        Runnable work = () -> {
            for (int i = 0; i < 300; i++) {
                counter.add();
            }
        };
        Thread one = new Thread(work);
        Thread two = new Thread(work);
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(counter.get());
    }
}
