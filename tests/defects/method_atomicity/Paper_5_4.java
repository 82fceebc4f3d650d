// Program 5.4: both sections update the counter, so the views form a chain; stale-value finds this defect instead.
class Paper_5_4 {
    static class Counter {
        private int val;

        synchronized int inc(int a) {
            val = val + a;
            return val;
        }
    }

    static class Worker extends Thread {
        private static Counter ctr;

        @Override
        public void run() {
            int i = ctr.inc(0);
            ctr.inc(i);
        }
    }

    public static void main(String[] arguments) {
        Worker.ctr = new Counter();
        new Worker().start();
        new Worker().start();
    }
}
