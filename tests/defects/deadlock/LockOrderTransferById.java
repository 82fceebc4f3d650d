// Several instances of one lock, acquired in the order of their unique numbers.
class LockOrderTransferById {
    static class Purse {
        private final int id;
        private int coins = 100;

        Purse(int id) {
            this.id = id;
        }

        void moveTo(Purse target, int number) {
            Purse first = id < target.id ? this : target;
            Purse second = id < target.id ? target : this;
            synchronized (first) {
                synchronized (second) {
                    coins -= number;
                    target.coins += number;
                }
            }
        }
    }

    public static void main(String[] arguments) {
        Purse mine = new Purse(1);
        Purse yours = new Purse(2);
        new Thread(() -> mine.moveTo(yours, 5)).start();
        new Thread(() -> yours.moveTo(mine, 7)).start();
    }
}
