// Program 5.2: the corrected account; the call of read is re-entrant and makes no lock view.
class Paper_5_2 {
    static class Account {
        private int balance;

        synchronized int read() {
            return balance;
        }

        synchronized void update(int a) {
            int tmp = read();
            balance = tmp + a;
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
