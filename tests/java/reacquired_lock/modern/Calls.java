package modern;

/** Acquisitions in callees, contexts in callers, and how names go from one to the other. */
public class Calls {
    public interface Sink {
        void put(int value);
    }

    public static class LockedSink implements Sink {
        private int sum;

        public synchronized void put(int value) {
            sum += value;
        }
    }

    public static class PlainSink implements Sink {
        private int sum;

        public void put(int value) {
            sum += value;
        }
    }

    public interface Listener {
        void changed(int value);
    }

    public static class CountingListener implements Listener {
        private int changes;

        public void changed(int value) {
            changes += value;
        }
    }

    /** Locks its account, not itself. */
    public static class Branch {
        private final Account till;

        public Branch(Account till) {
            this.till = till;
        }

        public void payIn(int amount) {
            till.deposit(amount);
        }

        public void payOut(int amount) {
            till.withdraw(amount);
        }
    }

    public static class Tree {
        Tree left;
        Tree right;
        private int visits;

        public Tree(Tree left, Tree right) {
            this.left = left;
            this.right = right;
        }

        public synchronized void visit() {
            visits++;
        }
    }

    /** Its own methods and those of its superclass take the same lock. */
    public static class JointAccount extends Account {
        private int bookings;

        public JointAccount(int number) {
            super(number);
        }

        @Override
        public synchronized void deposit(int amount) {
            super.deposit(amount);
            bookings++;
        }

        public synchronized void moveFromOk(Account other, int amount) {
            other.withdraw(amount);
            super.deposit(amount);
            super.setOwner(null);
        }
    }

    private final Account account;
    private final Account[] accounts = {new Account(1), new Account(2)};
    private final Object lock = new Object();
    private Account current;
    private int total;

    public Calls(Account account) {
        this.account = account;
        this.current = account;
    }

    private void charge() {
        account.withdraw(1);
    }

    private void refund() {
        account.deposit(1);
    }

    private void chargeAndCount() {
        total++;
        chargeIfOpen();
    }

    private void chargeIfOpen() {
        if (total > 0) charge();
    }

    private int balance() {
        return account.getBalance();
    }

    private void openCurrent() {
        current = new Account(3);
    }

    private void count() {
        total++;
    }

    private void depositAt(int i, int amount) {
        accounts[i].deposit(amount);
    }

    private static void move(Account from, Account to, int amount) {
        from.withdraw(amount);
        to.deposit(amount);
    }

    public synchronized void helpersBad() {
        charge();
        refund(); // expect-audit: reacquired-lock/same-state
    }

    public synchronized void deepHelperBad() {
        refund();
        chargeAndCount(); // expect-audit: reacquired-lock/same-state
    }

    /** What withdraw does is behind a test of its own: it does not rely on the first. */
    public synchronized void resultOfHelperBad() {
        if (balance() > 10) {
            charge(); // expect-audit: reacquired-lock/same-state
        }
    }

    public synchronized void helpersUnderWitnessOk() {
        synchronized (account) {
            charge();
            refund();
        }
    }

    public void helpersWithoutContextOk() {
        charge();
        refund();
    }

    public synchronized void oneHelperOk() {
        count();
        charge();
    }

    /** No lock of its own: the callers' are the context. */
    private void confirmedByCallerBad(Account other) {
        other.deposit(1);
        other.withdraw(1); // expect-audit: reacquired-lock/same-state
    }

    public synchronized void callsWithContext(Account other) {
        confirmedByCallerBad(other);
    }

    private void confirmedFromFarBad(Account other) {
        other.deposit(1);
        other.withdraw(1); // expect-audit: reacquired-lock/same-state
    }

    private void passesOn(Account other) {
        confirmedFromFarBad(other);
    }

    public void callsFromFarWithContext(Account other) {
        synchronized (lock) {
            passesOn(other);
        }
    }

    private void calledWithoutContextOk(Account other) {
        other.deposit(1);
        other.withdraw(1);
    }

    public void callsWithoutContext(Account other) {
        count();
        calledWithoutContextOk(other);
    }

    /** The only lock that is ever held here is the witness itself. */
    private void calledUnderWitnessOk(Account other) {
        other.deposit(1);
        other.withdraw(1);
    }

    public void callsUnderWitness(Account other) {
        synchronized (other) {
            calledUnderWitnessOk(other);
        }
    }

    private synchronized void allCallersHoldWitnessFalsePositive(Account other) {
        other.deposit(1);
        other.withdraw(1); // expect-audit: reacquired-lock/same-state
    }

    public void holdsWitness(Account other) {
        synchronized (other) {
            allCallersHoldWitnessFalsePositive(other);
        }
    }

    private synchronized void oneCallerHoldsWitnessBad(Account other) {
        other.deposit(1);
        other.withdraw(1); // expect-audit: reacquired-lock/same-state
    }

    public void holdsWitnessToo(Account other) {
        synchronized (other) {
            oneCallerHoldsWitnessBad(other);
        }
    }

    public void doesNotHoldWitness(Account other) {
        oneCallerHoldsWitnessBad(other);
    }

    /** Whoever comes from outside need not hold it. */
    public synchronized void publicAndCallerHoldsWitnessBad(Account other) {
        other.deposit(1);
        other.withdraw(1); // expect-audit: reacquired-lock/same-state
    }

    public void holdsWitnessForPublic(Account other) {
        synchronized (other) {
            publicAndCallerHoldsWitnessBad(other);
        }
    }

    public static Sink makeSink(boolean locked) {
        return locked ? new LockedSink() : new PlainSink();
    }

    public synchronized void oneImplementationLocksBad(Sink sink) {
        sink.put(1);
        sink.put(2); // expect-audit: reacquired-lock/same-state
    }

    public static Account makeJointAccount() {
        return new JointAccount(4);
    }

    public synchronized void inheritedLockBad(JointAccount joint) {
        joint.deposit(1);
        joint.withdraw(1); // expect-audit: reacquired-lock/same-state
    }

    public static Listener makeListener() {
        return new CountingListener();
    }

    public synchronized void noImplementationLocksOk(Listener listener) {
        listener.changed(1);
        listener.changed(2);
    }

    public synchronized void recursionBad(Account other, int depth) {
        other.deposit(depth);
        if (depth > 0) {
            recursionBad(other, depth - 1); // expect-audit: reacquired-lock/same-state
        }
    }

    public synchronized void recursionOverTreeOk(Tree tree) {
        if (tree == null) return;
        tree.visit();
        recursionOverTreeOk(tree.left);
        recursionOverTreeOk(tree.right);
    }

    public synchronized void calleeReassignsFieldOk() {
        current.deposit(1);
        openCurrent();
        current.deposit(2);
    }

    public synchronized void calleeAssignsOtherFieldBad() {
        current.deposit(1);
        count();
        current.deposit(2); // expect-audit: reacquired-lock/same-state
    }

    public synchronized void sameConstantIndexBad() {
        depositAt(0, 1);
        depositAt(0, 2); // expect-audit: reacquired-lock/same-state
    }

    public synchronized void differentConstantIndexesOk() {
        depositAt(0, 1);
        depositAt(1, 1);
    }

    public synchronized void sameIndexOfCallerBad(int i) {
        depositAt(i, 1);
        depositAt(i, 2); // expect-audit: reacquired-lock/same-state
    }

    public synchronized void indexOfLoopOk() {
        for (int i = 0; i < accounts.length; i++) {
            depositAt(i, 1);
        }
    }

    /** Each of the two accounts is taken by each of the calls: one finding for the place. */
    public synchronized void thereAndBackBad(Account a, Account b) {
        move(a, b, 1);
        move(b, a, 1); // expect-audit: reacquired-lock/same-state
    }

    /** In move the two parameters are different names, and here it is one call. */
    public synchronized void sameAccountTwiceFalseNegative(Account a) {
        move(a, a, 1);
    }

    public synchronized void fourAccountsOk(Account a, Account b, Account c, Account d) {
        move(a, b, 1);
        move(c, d, 1);
    }

    public void argumentIsTheContextOk(Account a) {
        synchronized (a) {
            touch(a);
            touch(a);
        }
    }

    private static void touch(Account a) {
        a.deposit(1);
    }

    public synchronized void fieldOfArgumentBad(Branch branch) {
        branch.payIn(1);
        branch.payOut(1); // expect-audit: reacquired-lock/same-state
    }

    public synchronized void fieldsOfTwoArgumentsOk(Branch one, Branch two) {
        one.payIn(1);
        two.payOut(1);
    }
}
