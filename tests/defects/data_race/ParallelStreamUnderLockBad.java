// The caller holds the lock, but the other threads of the parallel stream do not.
import java.util.List;

class ParallelStreamUnderLockBad {
    public static void main(String[] arguments) {
        Ledger ledger = new Ledger();
        ledger.addAll(List.of(1, 2, 3, 4));
        if (ledger.total() != 10) {
            throw new IllegalStateException("lost: " + ledger.total());
        }
    }
}

class Ledger {
    private int total;

    synchronized void addAll(List<Integer> amounts) {
        amounts.parallelStream().forEach(amount -> {
            total += amount; // expect: data-race/unlocked
        });
    }

    synchronized int total() {
        return total;
    }
}
