// Each worker locks the box of its own number; boxes of different numbers are different objects.
class BoxedLockBad {
    static int total;

    public static void main(String[] arguments) throws InterruptedException {
        Worker[] workers = new Worker[3];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = new Worker(1000 + i);
            workers[i].start();
        }
        for (Worker worker : workers) {
            worker.join();
        }
        if (total != 3003) {
            throw new IllegalStateException("lost: " + total);
        }
    }
}

class Worker extends Thread {
    private final Integer number;

    Worker(int number) {
        this.number = number;
    }

    @Override
    public void run() {
        synchronized (number) {
            BoxedLockBad.total += number; // expect: data-race/lock-not-unique
        }
    }
}
