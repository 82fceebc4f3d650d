// Each thread takes one of several locks; the total that they all change needs one lock for all.
class StripedLockBad {
    static final Object[] LOCKS = new Object[4];
    static int total;

    public static void main(String[] arguments) throws InterruptedException {
        for (int i = 0; i < LOCKS.length; i++) {
            LOCKS[i] = new Object();
        }
        Thread[] adders = new Thread[4];
        for (int i = 0; i < adders.length; i++) {
            int number = i;
            adders[i] = new Thread(() -> add(number));
            adders[i].start();
        }
        for (Thread adder : adders) {
            adder.join();
        }
        if (total != 6) {
            throw new IllegalStateException("lost: " + total);
        }
    }

    private static void add(int number) {
        synchronized (LOCKS[number % LOCKS.length]) {
            total += number; // expect: data-race/lock-not-unique
        }
    }
}
