// Several instances of one lock: transfer(a, b) against transfer(b, a) by two threads.
class LockOrderTransfer {
    static class Purse {
        private int coins = 100;

        void moveTo(Purse target, int number) {
            synchronized (this) {
                synchronized (target) {      // expect: deadlock/lock-order
                    coins -= number;
                    target.coins += number;
                }
            }
        }
    }

    public static void main(String[] arguments) {
        Purse mine = new Purse();
        Purse yours = new Purse();
        new Thread(() -> mine.moveTo(yours, 5)).start();
        new Thread(() -> yours.moveTo(mine, 7)).start();
    }
}
