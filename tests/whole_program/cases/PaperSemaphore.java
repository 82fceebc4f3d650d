// Program 4.4: a semaphore of the program's own holds no lock while the data is used.
// parallel: PaperSemaphore.run PaperSemaphore.run yes
class PaperSemaphore extends Thread {
    static Semaphore sem;
    static Data data;

    public static void main(String[] arguments) {
        sem = new Semaphore(); // object: global shared unique
        data = new Data(); // object: global shared unique !object-specific
        for (int i = 0; i < 2; ++i) {
            new PaperSemaphore().start(); // thread: PaperSemaphore.run many thread ; object: thread !unique
        }
    }

    @Override
    public void run() {
        try {
            sem.p();
            data.value++; // access value: threads=PaperSemaphore.run locks=none
            sem.v();
        } catch (InterruptedException end) {
            return;
        }
    }
}

class Data {
    int value;
}

class Semaphore {
    boolean occupied;

    synchronized void p() throws InterruptedException {
        while (occupied) { // access: threads=PaperSemaphore.run locks=this
            wait();
        }
        occupied = true; // access: threads=PaperSemaphore.run locks=this
    }

    synchronized void v() {
        occupied = false; // access: threads=PaperSemaphore.run locks=this
        notify();
    }
}
