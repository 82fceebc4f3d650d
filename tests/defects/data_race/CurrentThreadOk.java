// A thread that finds itself by Thread.currentThread() has its own fields for itself.
class CurrentThreadOk {
    static class Worker extends Thread {
        private int calls;

        @Override
        public void run() {
            for (int i = 0; i < 10; i++) Work.step();
            System.out.println(calls);
        }

        void count() {
            calls++;
        }
    }

    static class Work {
        static void step() {
            Worker self = (Worker) Thread.currentThread();
            self.count();
        }
    }

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) new Worker().start();
    }
}
