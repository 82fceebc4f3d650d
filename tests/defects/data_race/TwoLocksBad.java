// The two methods hold two different locks, which exclude nothing.
class TwoLocksBad {
    public static void main(String[] arguments) {
        Tank tank = new Tank();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> tank.fill(5)).start();
            new Thread(() -> tank.use(3)).start();
        }
    }
}

class Tank {
    private final Object fillLock = new Object();
    private final Object useLock = new Object();
    private int litres;

    void fill(int amount) {
        synchronized (fillLock) {
            litres += amount; // expect: data-race/unlocked
        }
    }

    void use(int amount) {
        synchronized (useLock) {
            litres -= amount;
        }
    }
}
