// infer#1701: the account is kept in a Map; its balance is read in one section and updated in another.
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

class Ask1701AccountInMap {
    static class Account {
        private int balance = 100;

        synchronized int balance() {
            return balance;
        }

        synchronized void setBalance(int value) {
            balance = value;
        }
    }

    private static final Map<String, Account> ACCOUNTS = new ConcurrentHashMap<>();

    public static void main(String[] arguments) {
        ACCOUNTS.put("Ann", new Account());
        new Thread(() -> deposit("Ann")).start();
        new Thread(() -> deposit("Ann")).start();
    }

    static void deposit(String name) {
        Account account = ACCOUNTS.get(name);
        int balance = account.balance();
        account.setBalance(balance + 10);    // expect: method-atomicity/split-update
    }
}
