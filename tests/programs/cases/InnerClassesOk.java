// Inner, local and anonymous classes with captured variables; synthetic accessors and outer fields under the outer
// lock.
// variant: default
// variant: lockset options="--lockset-only"
public class InnerClassesOk {
    private int total;

    class Adder extends Thread {
        private final int by;

        Adder(int by) {
            this.by = by;
        }

        @Override
        public void run() {
            for (int i = 0; i < 200; i++) {
                synchronized (InnerClassesOk.this) {
                    total += by;
                }
            }
        }
    }

    private int run(int by) throws InterruptedException {
        int[] local = {0};
        class Local {
            int twice() {
                return by * 2 + local[0];
            }
        }
        Adder one = new Adder(by);
        Adder two = new Adder(new Local().twice());
        Thread three = new Thread() {
            private int rounds = 200;

            @Override
            public void run() {
                while (rounds-- > 0) {
                    synchronized (InnerClassesOk.this) {
                        total++;
                    }
                }
            }
        };
        one.start();
        two.start();
        three.start();
        one.join();
        two.join();
        three.join();
        synchronized (this) {
            return total;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        System.out.println(new InnerClassesOk().run(3));
    }
}
