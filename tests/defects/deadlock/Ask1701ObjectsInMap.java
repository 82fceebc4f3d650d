// infer#1701: the objects that are locked are kept in a Map, and two threads lock them in different orders.
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

class Ask1701ObjectsInMap {
    static class Account {
        private int balance = 100;
    }

    private static final Map<String, Account> ACCOUNTS = new ConcurrentHashMap<>();

    public static void main(String[] arguments) {
        ACCOUNTS.put("Ann", new Account());
        ACCOUNTS.put("Bob", new Account());
        new Thread(() -> transfer("Ann", "Bob")).start();
        new Thread(() -> transfer("Bob", "Ann")).start();
    }

    static void transfer(String from, String to) {
        Account source = ACCOUNTS.get(from);
        Account target = ACCOUNTS.get(to);
        synchronized (source) {
            synchronized (target) {          // expect: deadlock/lock-order
                source.balance -= 10;
                target.balance += 10;
            }
        }
    }
}
