// Every use of the counter is under the lock of the object that encloses it, so its own small sections do not matter.
class OkOuterLock {
    static class Counter {
        private int value;

        synchronized int get() {
            return value;
        }

        synchronized void set(int value) {
            this.value = value;
        }

        void increment() {
            int old = get();
            set(old + 1);
        }
    }

    static class Owner {
        private final Counter counter = new Counter();

        synchronized void count() {
            counter.increment();
        }

        synchronized int read() {
            return counter.get();
        }
    }

    static final Owner OWNER = new Owner();

    public static void main(String[] arguments) {
        new Thread(() -> OWNER.count()).start();
        new Thread(() -> OWNER.count()).start();
        new Thread(() -> System.out.println(OWNER.read())).start();
    }
}
