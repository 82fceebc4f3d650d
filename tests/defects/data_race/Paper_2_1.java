// Program 2.1: nothing orders the accesses of x, which is written between start and join; y is read after the join.
class Paper_2_1 {
    static int x;
    static int y;

    public static void main(String[] arguments) throws InterruptedException {
        Started started = new Started();
        started.start();
        x = 1; // expect: data-race/unlocked
        started.join();
        if (y == 0) {
            throw new IllegalStateException("y was not written");
        }
    }
}

class Started extends Thread {
    @Override
    public void run() {
        int seen = Paper_2_1.x;
        Paper_2_1.y = seen + 2;
    }
}
