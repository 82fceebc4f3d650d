package modern;

import papers.Use;

/** The same lock under several names, and different locks that look alike. */
class LockObjects {
    static class Account {
        int balance;

        synchronized int getBalance() {
            return balance;
        }

        synchronized void setBalance(int value) {
            balance = value;
        }
    }

    private static int total;
    private static final Object GLOBAL = new Object();
    private static int global;

    private final Object lock = new Object();
    private final Object second = new Object();
    private final Account account = new Account();
    private int value;
    private int mirror;

    static synchronized int getTotal() {
        return total;
    }

    static synchronized void setTotal(int sum) {
        total = sum;
    }

    void writeMirror(int number) {
        synchronized (second) {
            mirror = number;
        }
    }

    void privateLockBad() {
        int old;
        synchronized (lock) {
            old = value;
        }
        synchronized (lock) {
            value = old + 1; // expect: stale-value/lost-update
        }
    }

    void localCopyOfLockBad() {
        Object guard = lock;
        int old;
        synchronized (guard) {
            old = value;
        }
        synchronized (this.lock) {
            value = old + 1; // expect: stale-value/lost-update
        }
    }

    void localCopyHeldOk() {
        Object guard = lock;
        synchronized (guard) {
            int old;
            synchronized (lock) {
                old = value;
            }
            synchronized (this.lock) {
                value = old + 1;
            }
        }
    }

    void twoPrivateLocksOk() {
        int old;
        synchronized (lock) {
            old = value;
        }
        synchronized (second) {
            Use.of(old);
        }
    }

    /** Leaving another lock's block inside does not release this one. */
    void innerOtherLockOk() {
        synchronized (lock) {
            int old = value;
            synchronized (second) {
                mirror = old;
            }
            value = old + 1;
        }
    }

    static void staticMethodsBad() {
        int old = getTotal();
        setTotal(old + 1); // expect: stale-value/lost-update
    }

    static void classLiteralBad() {
        int old;
        synchronized (LockObjects.class) {
            old = total;
        }
        setTotal(old + 1); // expect: stale-value/lost-update
    }

    static synchronized void staticMethodsOk() {
        synchronized (LockObjects.class) {
            setTotal(getTotal() + 1);
        }
    }

    void classThenInstanceOk() {
        int old = getTotal();
        synchronized (this) {
            Use.of(old);
        }
    }

    static void staticLockBad() {
        int old;
        synchronized (GLOBAL) {
            old = global;
        }
        synchronized (GLOBAL) {
            global = old * 2; // expect: stale-value/lost-update
        }
    }

    static void parameterBad(Account account, int amount) {
        int old;
        synchronized (account) {
            old = account.balance;
        }
        synchronized (account) {
            account.balance = old + amount; // expect: stale-value/lost-update
        }
    }

    static void parameterMethodsBad(Account account, int amount) {
        int old = account.getBalance();
        Account same = account;
        same.setBalance(old + amount); // expect: stale-value/lost-update
    }

    static void twoParametersOk(Account from, Account to) {
        int amount;
        synchronized (from) {
            amount = from.balance;
        }
        synchronized (to) {
            to.balance = amount;
        }
    }

    static void parameterHeldOk(Account account, int amount) {
        synchronized (account) {
            int old = account.getBalance();
            account.setBalance(old + amount);
        }
    }

    void finalFieldsObjectBad() {
        account.setBalance(account.getBalance() + 1); // expect: stale-value/lost-update
    }

    /** The lock of this is held over both, but it does not keep others from the account. */
    synchronized void underUnrelatedLockFalseNegative(Account given) {
        int old = given.getBalance();
        given.setBalance(old + 1);
    }

    /** The same name, another lock in each round. */
    static void anotherLockInEachRoundOk(java.util.List<Link> links) {
        Object last = null;
        for (Link next : links) {
            synchronized (next) {
                Use.of(last);
                last = next.one;
            }
        }
    }

    static void sameLockInEachRoundBad(Link same, java.util.List<Link> links) {
        Object last = null;
        for (Link next : links) {
            synchronized (same) {
                Use.of(last); // expect: stale-value/stale-use
                last = same.one;
            }
        }
    }

    static void computedInEachRoundBad(Account same, int rounds) {
        int last = 0;
        for (int i = 0; i < rounds; i++) {
            synchronized (same) {
                Use.of(last); // expect: stale-value/stale-use
                last = same.balance * 2;
            }
        }
    }

    static class Link {
        Link next;
        Object one;
        Object other;
        int count;
    }

    static void change(Link link) {
        link.next = new Link();
        link.one = new Object();
        link.other = new Object();
        link.count++;
    }

    /** Names that are too long to be kept: still two locks. */
    static void longNamesOk(Link link) {
        int old;
        synchronized (link.next.next.next.next.next.next.one) {
            old = link.count;
        }
        synchronized (link.next.next.next.next.next.next.other) {
            link.count = old;
        }
    }
}
