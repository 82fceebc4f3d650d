// The lambdas of the parallel stream change only atomics and objects of their own, or hold a lock.
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

class ParallelStreamOk {
    public static void main(String[] arguments) {
        AtomicInteger even = new AtomicInteger();
        Longest longest = new Longest();
        int sum = IntStream.range(0, 1000).parallel().map(number -> {
            StringBuilder text = new StringBuilder();
            text.append(number).reverse();
            if (number % 2 == 0) {
                even.incrementAndGet();
            }
            longest.offer(text.length());
            return text.length();
        }).sum();
        System.out.println(sum + even.get() + longest.length);
    }
}

class Longest {
    int length;

    synchronized void offer(int candidate) {
        length = Math.max(length, candidate);
    }
}
