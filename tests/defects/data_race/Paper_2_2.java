// Program 2.2: all accesses of y hold one lock; x is changed outside of it, whatever order one execution may show.
class Paper_2_2 {
    static final Object LOCK = new Object();
    static int x;
    static int y;

    public static void main(String[] arguments) throws InterruptedException {
        Thread first = new First();
        Thread second = new Second();
        first.start();
        second.start();
        first.join();
        second.join();
        if (x != 2 || y != 2) {
            throw new IllegalStateException(x + ", " + y);
        }
    }
}

class First extends Thread {
    @Override
    public void run() {
        Paper_2_2.x++; // expect: data-race/unlocked
        synchronized (Paper_2_2.LOCK) {
            Paper_2_2.y++;
        }
    }
}

class Second extends Thread {
    @Override
    public void run() {
        synchronized (Paper_2_2.LOCK) {
            Paper_2_2.y++;
        }
        Paper_2_2.x++;
    }
}
