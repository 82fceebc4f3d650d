// The array is reached by a volatile reference, but its elements are ordinary variables; all threads write one of them.
class VolatileArrayBad {
    public static void main(String[] arguments) throws InterruptedException {
        Histogram histogram = new Histogram();
        Thread[] counters = new Thread[3];
        for (int i = 0; i < counters.length; i++) {
            counters[i] = new Thread(histogram::count);
            counters[i].start();
        }
        for (Thread counter : counters) {
            counter.join();
        }
        if (histogram.first() != 3) {
            throw new IllegalStateException("lost: " + histogram.first());
        }
    }
}

class Histogram {
    private volatile int[] columns = new int[8];

    void count() {
        columns[0]++; // expect: data-race/unlocked
    }

    int first() {
        return columns[0];
    }
}
