package modern;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** How a lock is named, and assignments after which the same name is another lock. */
public class Names {
    public static class Node {
        Node next;
        private int visits;

        public Node(Node next) {
            this.next = next;
        }

        public synchronized void visit() {
            visits++;
        }
    }

    public static class Branch {
        Account till;

        public Branch(Account till) {
            this.till = till;
        }
    }

    /** Locks one component and then the other. */
    public record Transfer(Account from, Account to) {
        public void runBad(int amount, int bonus) {
            synchronized (from) {
                to.deposit(amount);
                to.deposit(bonus); // expect-audit: reacquired-lock/same-state
            }
        }

        public void runOk(int amount) {
            synchronized (from) {
                from.withdraw(amount);
                to.deposit(amount);
            }
        }
    }

    /** The only object of its class. */
    public enum Counter {
        ONLY;

        private int next;

        public synchronized int next() {
            next++;
            return next;
        }
    }

    private static final Account BANK = new Account(0);

    private final Map<String, Account> byName = new HashMap<>();
    private final List<Account> list = new ArrayList<>();
    private final Account fixed;
    private Account current;
    private Account spare;
    private Account[] accounts;
    private Branch branch;
    private int changes;

    public Names(Account fixed, Account current, Account spare, Account[] accounts) {
        this.fixed = fixed;
        this.current = current;
        this.spare = spare;
        this.accounts = accounts;
        this.branch = new Branch(spare);
        list.add(current);
        byName.put("spare", spare);
    }

    public synchronized void change() {
        changes++;
    }

    private Account getFixed() {
        return fixed;
    }

    public synchronized void localBad(String name) {
        Account account = byName.get(name);
        int old = account.getBalance();
        account.setBalance(old + 1); // expect: reacquired-lock/dependent
    }

    public synchronized void localReassignedOk(String name, String other) {
        Account account = byName.get(name);
        account.deposit(1);
        account = byName.get(other);
        account.deposit(2);
    }

    public synchronized void parameterReassignedOk(Node node) {
        node.visit();
        node = node.next;
        node.visit();
    }

    public synchronized void linkedListOk(Node first) {
        for (Node node = first; node != null; node = node.next) {
            node.visit();
        }
    }

    public synchronized void fieldOfReassignedLocalOk(Node node) {
        node.next.visit();
        node = node.next;
        node.next.visit();
    }

    public synchronized void forEachOfListOk() {
        for (Account account : list) {
            account.deposit(1);
        }
    }

    public synchronized void forEachOfArrayOk(Account[] all) {
        for (Account account : all) {
            account.deposit(1);
        }
    }

    public synchronized void iteratorOk() {
        for (Iterator<Account> rest = list.iterator(); rest.hasNext(); ) {
            Account account = rest.next();
            if (account.getBalance() < 0) rest.remove();
        }
    }

    public synchronized void twiceInForEachBad() {
        for (Account account : list) {
            account.deposit(1);
            account.withdraw(1); // expect-audit: reacquired-lock/same-state
        }
    }

    public synchronized void fieldBad() {
        current.deposit(1);
        current.deposit(2); // expect-audit: reacquired-lock/same-state
    }

    public synchronized void fieldReassignedOk() {
        current.deposit(1);
        current = spare;
        current.deposit(2);
    }

    public synchronized void fieldReassignedOnOneBranchBad(boolean swap) {
        current.deposit(1);
        if (swap) current = spare;
        current.deposit(2); // expect-audit: reacquired-lock/same-state
    }

    public synchronized void otherFieldReassignedBad() {
        current.deposit(1);
        spare = new Account(2);
        current.deposit(2); // expect-audit: reacquired-lock/same-state
    }

    public synchronized void reassignedAfterTheSecondBad() {
        current.deposit(1);
        current.deposit(2); // expect-audit: reacquired-lock/same-state
        current = spare;
    }

    public synchronized void fieldOfFieldBad() {
        branch.till.deposit(1);
        branch.till.deposit(2); // expect-audit: reacquired-lock/same-state
    }

    public synchronized void ownerReassignedOk(Branch other) {
        branch.till.deposit(1);
        branch = other;
        branch.till.deposit(2);
    }

    public synchronized void copyOfFieldBad() {
        Account account = current;
        account.deposit(1);
        current.deposit(2); // expect-audit: reacquired-lock/same-state
    }

    /** The local is still the first account, although the field that it was read from holds another one. */
    public synchronized void copyOutlivesFieldBad() {
        Account account = current;
        account.deposit(1);
        current = spare;
        account.deposit(2); // expect-audit: reacquired-lock/same-state
    }

    /** Two accounts: what the field held before, and what it holds now. */
    public synchronized void fieldIsReplacedOk() {
        Account account = current;
        current = spare;
        account.deposit(1);
        current.deposit(2);
    }

    public synchronized void constantIndexBad() {
        accounts[0].deposit(1);
        accounts[0].deposit(2); // expect-audit: reacquired-lock/same-state
    }

    public synchronized void constantIndexesOk() {
        accounts[0].deposit(1);
        accounts[1].deposit(2);
    }

    public synchronized void parameterIndexBad(int i) {
        accounts[i].deposit(1);
        accounts[i].deposit(2); // expect-audit: reacquired-lock/same-state
    }

    public synchronized void indexInLoopOk() {
        for (int i = 0; i < accounts.length; i++) {
            accounts[i].deposit(1);
        }
    }

    public synchronized void indexChangedOk(int from) {
        int i = from;
        accounts[i].deposit(1);
        i = i + 1;
        accounts[i].deposit(2);
    }

    public synchronized void elementReplacedOk(int i) {
        accounts[i].deposit(1);
        accounts[i] = spare;
        accounts[i].deposit(2);
    }

    public synchronized void arrayReplacedOk(Account[] others) {
        accounts[0].deposit(1);
        accounts = others;
        accounts[0].deposit(2);
    }

    public synchronized void staticFieldBad() {
        BANK.deposit(1);
        BANK.deposit(2); // expect-audit: reacquired-lock/same-state
    }

    public synchronized int enumConstantBad() {
        int first = Counter.ONLY.next();
        int second = Counter.ONLY.next(); // expect: reacquired-lock/same-state
        return second - first;
    }

    public synchronized void accessorBad() {
        getFixed().deposit(1);
        getFixed().deposit(2); // expect-audit: reacquired-lock/same-state
    }

    public synchronized void accessorIntoLocalBad() {
        Account account = getFixed();
        account.deposit(1);
        account.deposit(2); // expect-audit: reacquired-lock/same-state
    }

    public synchronized void lookedUpByTwoNamesOk(String name, String other) {
        byName.get(name).deposit(1);
        byName.get(other).deposit(2);
    }

    public synchronized void recordsComponentBad(Transfer transfer) {
        transfer.to().deposit(1);
        transfer.to().deposit(2); // expect-audit: reacquired-lock/same-state
    }

    public synchronized void recordsComponentsOk(Transfer transfer) {
        transfer.from().withdraw(1);
        transfer.to().deposit(1);
    }

    /** An inner class: the outer object and its fields are behind this$0. */
    public class Teller {
        private int served;

        public void outerFieldBad() {
            synchronized (Names.this) {
                fixed.deposit(1);
                fixed.deposit(2); // expect-audit: reacquired-lock/same-state
            }
        }

        public synchronized void outerObjectBad() {
            served++;
            change();
            change(); // expect-audit: reacquired-lock/same-state
        }

        public void outerHeldOk() {
            synchronized (Names.this) {
                synchronized (this) {
                    served++;
                    change();
                    change();
                }
            }
        }
    }
}
