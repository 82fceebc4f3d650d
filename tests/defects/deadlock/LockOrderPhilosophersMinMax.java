// Each philosopher takes the fork with the lower index first: a fixed order in the array.
class LockOrderPhilosophersMinMax {
    static final Object[] FORKS = new Object[5];

    static {
        for (int i = 0; i < FORKS.length; i++) {
            FORKS[i] = new Object();
        }
    }

    public static void main(String[] arguments) {
        for (int i = 0; i < FORKS.length; i++) {
            int seat = i;
            new Thread(() -> eat(seat, (seat + 1) % FORKS.length)).start();
        }
    }

    static void eat(int left, int right) {
        int low = Math.min(left, right);
        int high = Math.max(left, right);
        synchronized (FORKS[low]) {
            synchronized (FORKS[high]) {
                System.out.println("eats with " + low + " and " + high);
            }
        }
    }
}
