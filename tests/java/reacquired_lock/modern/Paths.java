package modern;

/** Both acquisitions must lie on one path, and the context must be held all the way. */
public class Paths {
    private int total;
    private boolean closed;

    public synchronized void close() {
        closed = true;
    }

    public synchronized int getTotal() {
        return total;
    }

    public synchronized void elseOk(Account account, boolean add) {
        if (add) {
            account.deposit(1);
        } else {
            account.withdraw(1);
        }
    }

    public synchronized int conditionalOk(Account account, boolean add) {
        return add ? account.getBalance() : -account.getBalance();
    }

    public synchronized void secondOnOneBranchBad(Account account, boolean add) {
        account.deposit(1);
        if (add) {
            account.deposit(2); // expect-audit: reacquired-lock/same-state
        }
        total++;
    }

    public synchronized void firstOnOneBranchBad(Account account, boolean add) {
        if (add) account.deposit(1);
        account.deposit(2); // expect-audit: reacquired-lock/same-state
    }

    /** The two conditions exclude each other, which a path-insensitive analysis does not see (section 5.2). */
    public synchronized void correlatedBranchesFalsePositive(Account account, boolean add) {
        if (add) account.deposit(1);
        total++;
        if (!add) account.withdraw(1); // expect-audit: reacquired-lock/same-state
    }

    public synchronized void onBothBranchesBad(Account account, boolean add) {
        account.deposit(1);
        if (add) {
            account.deposit(2); // expect-audit: reacquired-lock/same-state
        } else {
            account.withdraw(2); // expect-audit: reacquired-lock/same-state
        }
    }

    public synchronized void loopBad(Account account, int rounds) {
        for (int i = 0; i < rounds; i++) {
            account.deposit(i); // expect-audit: reacquired-lock/same-state
        }
    }

    public synchronized void doWhileBad(Account account, int rounds) {
        int left = rounds;
        do {
            account.deposit(left); // expect-audit: reacquired-lock/same-state
            left--;
        } while (left > 0);
    }

    public synchronized void breakAfterFirstOk(Account account, int[] limits, int amount) {
        for (int limit : limits) {
            if (limit > amount) {
                account.deposit(amount);
                break;
            }
        }
        total += amount;
    }

    public synchronized void usedAgainAfterBreakBad(Account account, int[] limits, int amount) {
        for (int limit : limits) {
            if (limit > amount) {
                account.deposit(amount);
                break;
            }
        }
        account.deposit(1); // expect-audit: reacquired-lock/same-state
    }

    public synchronized void breakFromBothLoopsOk(Account account, int[][] limits, int amount) {
        search:
        for (int[] row : limits) {
            for (int limit : row) {
                if (limit > amount) {
                    account.deposit(amount);
                    break search;
                }
            }
        }
        total += amount;
    }

    public synchronized void breakFromInnerLoopBad(Account account, int[][] limits, int amount) {
        for (int[] row : limits) {
            for (int limit : row) {
                if (limit > amount) {
                    account.deposit(amount); // expect-audit: reacquired-lock/same-state
                    break;
                }
            }
        }
    }

    public synchronized void returnFromLoopOk(Account account, int[] limits, int amount) {
        for (int limit : limits) {
            if (limit > amount) {
                account.deposit(amount);
                return;
            }
        }
        total += amount;
    }

    public void loopOfContextsOk(Account account, int rounds) {
        for (int i = 0; i < rounds; i++) {
            synchronized (this) {
                account.deposit(i);
                total += i;
            }
        }
    }

    public void twiceInLoopOfContextsBad(Account account, int rounds) {
        for (int i = 0; i < rounds; i++) {
            synchronized (this) {
                account.deposit(i);
                total += i;
                account.withdraw(1); // expect-audit: reacquired-lock/same-state
            }
        }
    }

    public synchronized void switchOnStringOk(Account account, String order) {
        switch (order) {
            case "in":
                account.deposit(1);
                break;
            case "out":
                account.withdraw(1);
                break;
            default:
                account.setOwner(order);
        }
    }

    @SuppressWarnings("fallthrough")
    public synchronized void switchFallsThroughBad(Account account, String order) {
        switch (order) {
            case "both":
                account.deposit(1);
                total++;
                // and the next one
            case "out":
                account.withdraw(1); // expect-audit: reacquired-lock/same-state
                break;
            default:
                total--;
        }
    }

    public synchronized int switchExpressionOk(Account account, String order) {
        return switch (order) {
            case "balance" -> account.getBalance();
            case "number" -> account.getLockedNumber();
            default -> 0;
        };
    }

    public int returnInBlockOk(Account account) {
        synchronized (this) {
            if (closed) return account.getBalance();
            account.deposit(1);
            return total;
        }
    }

    public int returnInBlockBad(Account account) {
        synchronized (this) {
            if (closed) return total;
            account.deposit(1);
            return account.getBalance(); // expect: reacquired-lock/same-state
        }
    }

    public void beforeAndAfterOk(Account account) {
        account.deposit(1);
        synchronized (this) {
            total++;
        }
        account.deposit(2);
    }

    public void beforeAndInsideOk(Account account) {
        int old = account.getBalance();
        synchronized (this) {
            account.setBalance(old + total);
        }
    }

    public void insideAndAfterOk(Account account) {
        int old;
        synchronized (this) {
            old = account.getBalance();
            total += old;
        }
        account.setBalance(old + 1);
    }

    public void twoContextsOk(Account account) {
        int old;
        synchronized (this) {
            old = account.getBalance() + total;
        }
        synchronized (this) {
            account.setBalance(old);
            total++;
        }
    }

    public synchronized void tryFinallyBad(Account account, String text) {
        account.withdraw(1);
        try {
            total += Integer.parseInt(text);
        } finally {
            account.deposit(1); // expect-audit: reacquired-lock/same-state
        }
    }

    /** javac writes the finally block twice, once for each way out. */
    public synchronized void onlyInFinallyOk(Account account, String text) {
        try {
            total += Integer.parseInt(text);
        } finally {
            account.deposit(1);
        }
    }

    public synchronized void onlyInCatchOk(Account account, String text) {
        try {
            total += Integer.parseInt(text);
        } catch (NumberFormatException wrong) {
            account.setOwner(text);
        }
    }

    /** The call that throws has taken and released the lock as well. */
    public synchronized void inCatchOfFirstBad(Account account) {
        try {
            account.withdraw(10);
        } catch (IllegalStateException poor) {
            account.setBalance(0); // expect-audit: reacquired-lock/same-state
        }
    }

    public synchronized void afterCatchBad(Account account, String text) {
        account.deposit(1);
        try {
            total += Integer.parseInt(text);
        } catch (NumberFormatException wrong) {
            total = 0;
        }
        account.deposit(2); // expect-audit: reacquired-lock/same-state
    }

    public synchronized void throwsBetweenBad(Account account, int amount) {
        account.deposit(1);
        if (amount < 0) throw new IllegalArgumentException("negative");
        account.deposit(amount); // expect-audit: reacquired-lock/same-state
    }

    public void throwsInsteadOk(Account account, int amount) {
        synchronized (this) {
            if (amount < 0) {
                account.setOwner("blocked");
                throw new IllegalArgumentException("negative");
            }
            account.deposit(amount);
            total += amount;
        }
    }

    public void exceptionLeavesContextOk(Account account, String text) {
        try {
            synchronized (this) {
                account.deposit(1);
                total += Integer.parseInt(text);
            }
        } catch (NumberFormatException wrong) {
            account.withdraw(1);
        }
    }
}
