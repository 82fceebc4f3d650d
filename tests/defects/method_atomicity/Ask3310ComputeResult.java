// spotbugs#3310: a result object captured by the lambda of map.compute is used by one thread only.
import java.util.concurrent.ConcurrentHashMap;

class Ask3310ComputeResult {
    static class Result {
        private int value;

        synchronized int get() {
            return value;
        }

        synchronized void set(int value) {
            this.value = value;
        }
    }

    private final ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();

    public static void main(String[] arguments) {
        Ask3310ComputeResult words = new Ask3310ComputeResult();
        new Thread(() -> System.out.println(words.count("fox"))).start();
        new Thread(() -> System.out.println(words.count("fox"))).start();
    }

    int count(String word) {
        Result result = new Result();
        counts.compute(word, (key, old) -> {
            int next = old == null ? 1 : old + 1;
            result.set(next);
            return next;
        });
        int doubled = 2 * result.get();
        result.set(doubled);
        return result.get();
    }
}
