// Program 5.1: the balance is read in one critical section and updated in another; a deposit in between is lost.
class Paper_5_1 {
    static class Account {
        private int balance;

        synchronized int read() {
            return balance;
        }

        void update(int a) {
            int tmp = read();
            synchronized (this) {            // expect: method-atomicity/split-update
                balance = tmp + a;
            }
        }
    }

    static class Update extends Thread {
        private static Account acc;

        @Override
        public void run() {
            acc.update(123);
        }
    }

    public static void main(String[] arguments) {
        Update.acc = new Account();
        new Update().start();
        new Update().start();
    }
}
