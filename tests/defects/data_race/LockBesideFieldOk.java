// Each account has a lock of its own in a field; both are reached from the same reference.
import java.util.ArrayList;
import java.util.List;

class LockBesideFieldOk {
    public static void main(String[] arguments) {
        List<Account> accounts = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            accounts.add(new Account());
        }
        for (int i = 0; i < 3; i++) {
            new Thread(() -> addInterest(accounts)).start();
        }
    }

    private static void addInterest(List<Account> accounts) {
        for (Account account : accounts) {
            synchronized (account.lock) {
                account.balance += account.balance / 10;
            }
        }
    }
}

class Account {
    final Object lock = new Object();
    int balance = 100;
}
