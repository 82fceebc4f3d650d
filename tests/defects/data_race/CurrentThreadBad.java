// A worker also counts for its neighbour. Snag does not see that this is one object for two threads.
class CurrentThreadBad {
    static class Worker extends Thread {
        private final Worker neighbour;
        private int calls;

        Worker(Worker neighbour) {
            this.neighbour = neighbour;
        }

        @Override
        public void run() {
            ((Worker) Thread.currentThread()).count();
            if (neighbour != null) neighbour.count();
            if (calls > 1) throw new IllegalStateException("counted by another worker, too");
        }

        void count() {
            calls++; // expect-audit: data-race/unlocked
        }
    }

    public static void main(String[] arguments) {
        Worker last = null;
        for (int i = 0; i < 3; i++) {
            last = new Worker(last);
            last.start();
        }
    }
}
