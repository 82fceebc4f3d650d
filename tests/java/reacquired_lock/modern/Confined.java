package modern;

import java.util.ArrayList;
import java.util.List;

/** Witnesses that no other thread can know. */
public class Confined {
    private final List<Account> opened = new ArrayList<>();
    private int total;

    public synchronized int ofOneCallFalsePositive(int amount) {
        Account scratch = new Account(1);
        scratch.deposit(amount);
        scratch.deposit(total); // expect-audit: reacquired-lock/same-state
        return scratch.getNumber();
    }

    public synchronized void ofOneCallAndDependentFalsePositive(int amount) {
        Account scratch = new Account(1);
        int old = scratch.getBalance();
        scratch.setBalance(old + amount); // expect-audit: reacquired-lock/dependent
    }

    public synchronized void ofOneCallOk(int amount) {
        Account scratch = new Account(1);
        scratch.deposit(amount);
        total += scratch.getNumber();
    }

    public synchronized void givenAwayBad(int amount) {
        Account account = new Account(1);
        opened.add(account);
        account.deposit(amount);
        account.deposit(1); // expect-audit: reacquired-lock/same-state
    }

    public synchronized List<Account> getOpened() {
        return new ArrayList<>(opened);
    }
}
