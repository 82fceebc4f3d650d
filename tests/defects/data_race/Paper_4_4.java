// Program 4.4: a semaphore of the program's own, with one permit, excludes the threads from each other.
class Paper_4_4 extends Thread {
    static Semaphore semaphore;
    static Data data;

    public static void main(String[] arguments) {
        semaphore = new Semaphore();
        data = new Data();
        for (int i = 0; i < 2; i++) {
            new Paper_4_4().start();
        }
    }

    @Override
    public void run() {
        try {
            semaphore.p();
        } catch (InterruptedException stopped) {
            return;
        }
        try {
            data.value++;
        } finally {
            semaphore.v();
        }
    }
}

class Data {
    int value;
}

class Semaphore {
    private boolean occupied;

    synchronized void p() throws InterruptedException {
        while (occupied) {
            wait();
        }
        occupied = true;
    }

    synchronized void v() {
        occupied = false;
        notify();
    }
}
