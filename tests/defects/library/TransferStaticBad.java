// mode: library
// The locks are taken in the order in which the caller names the accounts.
public class TransferStaticBad {
    public static void transfer(Account from, Account to, long amount) {
        synchronized (from) {
            synchronized (to) { // expect: deadlock/lock-order
                from.balance -= amount;
                to.balance += amount;
            }
        }
    }

    public static class Account {
        private long balance;

        public synchronized long balance() {
            return balance;
        }
    }
}
