package bank;

/** A transfer of money: immutable, so any thread may read it. */
public record Transfer(String from, String to, long amount) {
    public Transfer {
        if (amount <= 0) {
            throw new IllegalArgumentException("amount must be positive: " + amount);
        }
    }
}
