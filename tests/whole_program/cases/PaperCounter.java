// Program 5.4: one lock view; every access has the lock.
// entry: Main
// parallel: Main.run Main.run yes (two start sites)
class Counter {
    int val;

    synchronized int inc(int by) {
        val = val + by; // access: threads=Main.run locks=this
        return val; // access: threads=Main.run locks=this
    }
}

class Main extends Thread {
    static Counter counter;

    public static void main(String[] arguments) {
        counter = new Counter(); // object: global shared escape unique
        new Main().start(); // thread: Main.run one thread
        new Main().start(); // thread: Main.run one thread
    }

    @Override
    public void run() {
        int value = counter.inc(0);
        counter.inc(value);
    }
}
