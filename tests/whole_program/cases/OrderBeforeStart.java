// The fields of a thread object that are set between its creation and its start.
class OrderBeforeStart {
    public static void main(String[] arguments) {
        Worker worker = new Worker(); // object: thread global shared escape unique
        worker.setDaemon(true);
        worker.limit = 3; // access: unshared
        worker.start(); // thread: Worker.run one thread
        worker.stopped = true; // access: threads=main locks=none
    }
}

class Worker extends Thread {
    int limit;
    boolean stopped;

    @Override
    public void run() {
        for (int i = 0; i < limit && !stopped; i++) { // access: threads=Worker.run locks=none
            System.out.println(i);
        }
    }
}
