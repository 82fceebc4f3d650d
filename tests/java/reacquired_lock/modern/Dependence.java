package modern;

/** How the second critical section depends on the first: by its value, a decision, the same fields, or not at all. */
public class Dependence {
    private final Account account;
    private final Account savings;
    private final Object lock = new Object();
    private int count;
    private int limit = 10;
    private int seen;

    public Dependence(Account account, Account savings) {
        this.account = account;
        this.savings = savings;
    }

    private static int half(int value) {
        return value / 2;
    }

    public void reset() {
        synchronized (lock) {
            count = 0;
        }
    }

    public void setLimit(int newLimit) {
        synchronized (lock) {
            limit = newLimit;
        }
    }

    public synchronized void resultIsArgumentBad() {
        int old = account.getBalance();
        account.setBalance(old + 1); // expect: reacquired-lock/dependent
    }

    public synchronized void resultThroughHelperBad() {
        int part = half(account.getBalance());
        account.withdraw(part); // expect: reacquired-lock/dependent
    }

    public synchronized void resultInOneExpressionBad() {
        account.setBalance(account.getBalance() * 2); // expect: reacquired-lock/dependent
    }

    public synchronized void resultDecidesBad(int amount) {
        if (account.getBalance() >= amount) {
            account.withdraw(amount); // expect: reacquired-lock/dependent
        }
    }

    public synchronized void resultDecidesByReturnBad(int amount) {
        if (account.getBalance() < amount) return;
        seen++;
        account.withdraw(amount); // expect: reacquired-lock/dependent
    }

    /** Each round asks anew. */
    public synchronized void resultDecidesAboutLoopBad(int amount) {
        while (!account.tryWithdraw(amount)) { // expect-audit: reacquired-lock/same-state
            seen++;
        }
    }

    /** Different fields, but the one decides about the other. */
    public synchronized void resultDecidesAboutOtherFieldBad() {
        if (account.getOwner() == null) {
            account.setBalance(0); // expect: reacquired-lock/dependent
        }
    }

    public synchronized void resultGoesRoundTheLoopBad(int rounds) {
        int amount = 1;
        for (int i = 0; i < rounds; i++) {
            account.deposit(amount); // expect: reacquired-lock/dependent
            amount = account.getBalance(); // expect: reacquired-lock/same-state
        }
    }

    public synchronized void sameFieldBad() {
        account.deposit(1);
        account.deposit(2); // expect-audit: reacquired-lock/same-state
    }

    public synchronized int readTwiceBad() {
        int before = account.getBalance();
        seen++;
        int after = account.getBalance(); // expect: reacquired-lock/same-state
        return after - before;
    }

    public synchronized int sumOverLoopBad(int rounds) {
        int sum = 0;
        for (int i = 0; i < rounds; i++) {
            sum += account.getBalance(); // expect: reacquired-lock/same-state
        }
        return sum;
    }

    public synchronized String differentFieldsFalsePositive() {
        String owner = account.getOwner();
        return owner + ": " + account.getBalance(); // expect-audit: reacquired-lock/unrelated
    }

    public synchronized int finalFieldFalsePositive() {
        int number = account.getLockedNumber();
        return number + account.getLockedNumber(); // expect-audit: reacquired-lock/unrelated
    }

    public synchronized void blockReadsBad() {
        int old;
        synchronized (lock) {
            old = count;
        }
        synchronized (lock) { // expect: reacquired-lock/dependent
            count = old + 1;
        }
    }

    public synchronized void blockDecidesBad() {
        boolean full;
        synchronized (lock) {
            full = count >= limit;
        }
        if (!full) {
            synchronized (lock) { // expect: reacquired-lock/dependent
                count++;
            }
        }
    }

    public synchronized void blocksOfOneFieldBad() {
        synchronized (lock) {
            count++;
        }
        seen++;
        synchronized (lock) { // expect-audit: reacquired-lock/same-state
            count--;
        }
    }

    public synchronized void blocksOfTwoFieldsFalsePositive(int newLimit) {
        synchronized (lock) {
            count++;
        }
        synchronized (lock) { // expect-audit: reacquired-lock/unrelated
            limit = newLimit;
        }
    }

    /** Gates that only wait for the threads inside. */
    public synchronized void emptyBlocksFalsePositive() {
        synchronized (lock) {
        }
        seen++;
        synchronized (lock) { // expect-audit: reacquired-lock/unrelated
        }
    }

    public synchronized void oneCallOk(int amount) {
        if (account.tryWithdraw(amount)) seen++;
    }

    public synchronized void oneBlockOk() {
        synchronized (lock) {
            int old = count;
            count = old + 1;
        }
    }

    public synchronized void twoAccountsOk() {
        int old = account.getBalance();
        savings.setBalance(old);
    }

    public synchronized void witnessHeldOk(int amount) {
        synchronized (account) {
            if (account.getBalance() >= amount) account.withdraw(amount);
        }
    }

    public synchronized void secondCallTakesNoLockOk() {
        int old = account.getBalance();
        seen = old + account.getNumber();
    }

    public void noContextOk() {
        int old = account.getBalance();
        account.setBalance(old + 1);
    }
}
