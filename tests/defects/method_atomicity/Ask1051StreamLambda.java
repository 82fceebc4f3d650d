// spotbugs#1051: a lambda that a sequential stream runs inside a synchronized method is part of the caller's section.
import java.util.List;

class Ask1051StreamLambda {
    private long total;
    private int entries;

    public static void main(String[] arguments) {
        Ask1051StreamLambda ledger = new Ask1051StreamLambda();
        new Thread(() -> ledger.addAll(List.of(1, 2, 3))).start();
        new Thread(() -> ledger.addAll(List.of(4, 5))).start();
        new Thread(() -> System.out.println(ledger.average())).start();
    }

    synchronized void addAll(List<Integer> numbers) {
        numbers.stream().forEach(number -> {
            setTotal(total() + number);
            entries++;
        });
    }

    private synchronized long total() {
        return total;
    }

    private synchronized void setTotal(long value) {
        total = value;
    }

    synchronized long average() {
        return entries == 0 ? 0 : total / entries;
    }
}
