package modern;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;

/** Lambdas and method references: those that are run before the callee returns, and those that are not. */
public class Lambdas {
    private final Account account;
    private final List<Integer> amounts = new ArrayList<>();
    private final List<Runnable> later = new ArrayList<>();
    private int runs;

    public Lambdas(Account account) {
        this.account = account;
    }

    private static void run(Runnable action) {
        action.run();
    }

    private static void give(IntConsumer consumer, int value) {
        consumer.accept(value);
    }

    private static int ask(IntSupplier supplier) {
        return supplier.getAsInt();
    }

    private void locked(Runnable action) {
        synchronized (this) {
            runs++;
            action.run();
        }
    }

    public synchronized void add(int amount) {
        amounts.add(amount);
    }

    public synchronized void lambdasRunAtOnceBad() {
        run(() -> account.deposit(1));
        run(() -> account.deposit(2)); // expect-audit: reacquired-lock/same-state
    }

    public synchronized void methodReferencesBad() {
        give(account::deposit, 1);
        give(account::withdraw, 2); // expect-audit: reacquired-lock/same-state
    }

    public synchronized void resultOfMethodReferenceBad() {
        int old = ask(account::getBalance);
        give(account::setBalance, old + 1); // expect: reacquired-lock/dependent
    }

    public synchronized void lambdaAndCallBad() {
        run(() -> account.deposit(1));
        account.withdraw(1); // expect-audit: reacquired-lock/same-state
    }

    public synchronized void forEachBad() {
        amounts.forEach(amount -> account.deposit(amount));
        amounts.forEach(amount -> account.withdraw(amount)); // expect-audit: reacquired-lock/same-state
    }

    /** The context is in the method that runs the lambda. */
    public void runUnderLockBad() {
        locked(() -> {
            account.deposit(1);
            account.withdraw(1); // expect-audit: reacquired-lock/same-state
        });
    }

    public Runnable contextInLambdaBad() {
        return () -> {
            synchronized (this) {
                runs++;
                account.deposit(1);
                account.withdraw(1); // expect-audit: reacquired-lock/same-state
            }
        };
    }

    /** The parameter is a field of the anonymous class. */
    public Runnable anonymousClassBad(Account captured) {
        return new Runnable() {
            private int done;

            @Override
            public synchronized void run() {
                done++;
                captured.deposit(done);
                captured.withdraw(1); // expect-audit: reacquired-lock/same-state
            }
        };
    }

    public void eachUnderItsOwnLockOk() {
        locked(() -> account.deposit(1));
        locked(() -> account.withdraw(1));
    }

    public synchronized void oneLambdaOk() {
        run(() -> account.deposit(1));
        runs++;
    }

    public synchronized void witnessHeldOk() {
        synchronized (account) {
            run(() -> account.deposit(1));
            run(() -> account.deposit(2));
        }
    }

    public synchronized void otherThreadOk() {
        new Thread(() -> account.deposit(1)).start();
        account.withdraw(1);
    }

    public synchronized void executorOk(ExecutorService executor) {
        executor.execute(() -> account.deposit(1));
        executor.execute(() -> account.withdraw(1));
    }

    public synchronized void keptForLaterOk() {
        later.add(() -> account.deposit(1));
        account.withdraw(1);
    }

    public synchronized void threadOfItsOwnClassOk() {
        new Depositor(account).start();
        account.withdraw(1);
    }

    public static class Depositor extends Thread {
        private final Account account;

        public Depositor(Account account) {
            this.account = account;
        }

        @Override
        public void run() {
            account.deposit(1);
        }
    }
}
