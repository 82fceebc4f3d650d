// spotbugs#1051: the lambda of a sequential stream runs in the thread of the caller, which holds the lock.
import java.util.List;

class Ask1051StreamUnderLockOk {
    public static void main(String[] arguments) throws InterruptedException {
        Ledger ledger = new Ledger();
        Thread first = new Thread(() -> ledger.addAll(List.of(1, 2, 3)));
        Thread second = new Thread(() -> ledger.addAll(List.of(4, 5)));
        first.start();
        second.start();
        first.join();
        second.join();
        if (ledger.total() != 15) {
            throw new IllegalStateException();
        }
    }
}

class Ledger {
    private int total;

    synchronized void addAll(List<Integer> amounts) {
        amounts.stream().filter(amount -> amount > 0).forEach(amount -> total += amount);
    }

    synchronized int total() {
        return total;
    }
}
