// Each thread has a counter of its own, although the counter's methods are synchronized.
class OkConfined {
    static class Counter {
        private int value;

        synchronized int get() {
            return value;
        }

        synchronized void set(int value) {
            this.value = value;
        }
    }

    public static void main(String[] arguments) {
        for (int i = 0; i < 4; i++) {
            new Thread(OkConfined::count).start();
        }
    }

    static void count() {
        Counter counter = new Counter();
        for (int i = 0; i < 10; i++) {
            int old = counter.get();
            counter.set(old + i);
        }
        System.out.println(counter.get());
    }
}
