package bank;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Finds accounts by their number, and opens them on first use. */
public final class AccountDirectory {
    private static final long OPENING_BALANCE = 1000;

    private final Map<String, Account> accounts = new ConcurrentHashMap<>();
    private long highest;

    /** Defect: each call on the map is atomic, the two together are not. Two threads may open the same account. */
    public Account find(String number) {
        if (!accounts.containsKey(number)) {
            accounts.put(number, new Account(number, OPENING_BALANCE));
        }
        return accounts.get(number);
    }

    /** Correct: one atomic call. */
    public Account findSafely(String number) {
        return accounts.computeIfAbsent(number, key -> new Account(key, OPENING_BALANCE));
    }

    public Collection<Account> all() {
        return accounts.values();
    }

    /** Defect: the account may change between the two calls; the value kept as the highest balance may be a low one. */
    public synchronized long highestBalance() {
        for (Account account : accounts.values()) {
            if (account.balance() > highest) {
                highest = account.balance();
            }
        }
        return highest;
    }
}
