package modern;

/** Two different locks, one after the other, under a third: reported only with --relaxed. */
public class Relaxed {
    private final Account from;
    private final Account to;
    private final Object first = new Object();
    private final Object second = new Object();
    private int count;
    private int total;

    public Relaxed(Account from, Account to) {
        this.from = from;
        this.to = to;
    }

    private void take() {
        from.withdraw(1);
    }

    private void give() {
        to.deposit(1);
    }

    public synchronized void transferBad(int amount) {
        from.withdraw(amount);
        to.deposit(amount); // expect-relaxed: reacquired-lock/two-locks
    }

    public synchronized void transferByHelpersBad() {
        take();
        give(); // expect-relaxed: reacquired-lock/two-locks
    }

    public synchronized void blocksBad() {
        synchronized (first) {
            count++;
        }
        synchronized (second) { // expect-relaxed: reacquired-lock/two-locks
            total++;
        }
    }

    public synchronized int parametersBad(Account a, Account b) {
        int sum = a.getBalance();
        return sum + b.getBalance(); // expect-relaxed: reacquired-lock/two-locks
    }

    /** Confirmed by its caller, which holds another lock. */
    private void bothBad() {
        from.withdraw(2);
        to.deposit(2); // expect-relaxed: reacquired-lock/two-locks
    }

    public void callerIsTheContext() {
        synchronized (first) {
            bothBad();
        }
    }

    public void withoutContextOk() {
        from.withdraw(1);
        to.deposit(1);
    }

    public synchronized void bothHeldOk() {
        synchronized (from) {
            synchronized (to) {
                from.withdraw(1);
                to.deposit(1);
            }
        }
    }

    public void firstIsTheContextOk() {
        synchronized (from) {
            from.withdraw(1);
            to.deposit(1);
        }
    }

    public synchronized void eitherOk(boolean out) {
        if (out) {
            from.withdraw(1);
        } else {
            to.deposit(1);
        }
    }

    public void inTwoContextsOk() {
        synchronized (this) {
            from.withdraw(1);
        }
        synchronized (this) {
            to.deposit(1);
        }
    }
}
