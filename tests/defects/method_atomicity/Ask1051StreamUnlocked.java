// spotbugs#1051, the defective version: nothing holds the lock around the two calls in the lambda.
import java.util.List;

class Ask1051StreamUnlocked {
    private long total;

    public static void main(String[] arguments) {
        Ask1051StreamUnlocked ledger = new Ask1051StreamUnlocked();
        new Thread(() -> ledger.addAll(List.of(1, 2, 3))).start();
        new Thread(() -> ledger.addAll(List.of(4, 5))).start();
    }

    void addAll(List<Integer> numbers) {
        numbers.stream().forEach(number -> {
            long before = total();
            setTotal(before + number);       // expect: method-atomicity/split-update
        });
    }

    private synchronized long total() {
        return total;
    }

    private synchronized void setTotal(long value) {
        total = value;
    }
}
