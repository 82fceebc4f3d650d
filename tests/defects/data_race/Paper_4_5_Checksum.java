// Section 4.5, ray: a sum of all threads is updated under a lock, but each thread locks an object of its own.
class Paper_4_5_Checksum {
    static long checksum;

    public static void main(String[] arguments) throws InterruptedException {
        Tracer[] tracers = new Tracer[3];
        for (int i = 0; i < tracers.length; i++) {
            tracers[i] = new Tracer(i);
            tracers[i].start();
        }
        for (Tracer tracer : tracers) {
            tracer.join();
        }
        if (checksum != 14) {
            throw new IllegalStateException("wrong picture: " + checksum);
        }
    }
}

class Tracer extends Thread {
    private final Object lock = new Object();
    private final int row;

    Tracer(int row) {
        this.row = row;
    }

    @Override
    public void run() {
        long sum = row * 3L + row * row;
        synchronized (lock) {
            Paper_4_5_Checksum.checksum += sum; // expect: data-race/lock-not-unique
        }
    }
}
