// Program 2.1: x is not ordered, y is read after the join. Both accesses of y are events, which the join orders later.
// parallel: main Second.run yes (between start and join)
class PaperHappenedBefore {
    static int x; // a data race
    static int y; // no data race

    public static void main(String[] arguments) throws InterruptedException {
        Second second = new Second(); // object: thread unique
        second.start(); // thread: Second.run one thread
        x = 1; // access: threads=main locks=none
        second.join();
        System.out.println(y); // access: threads=main locks=none
    }
}

class Second extends Thread {
    @Override
    public void run() {
        System.out.println(PaperHappenedBefore.x); // access: threads=Second.run locks=none
        PaperHappenedBefore.y = 2; // access: threads=Second.run locks=none
    }
}
