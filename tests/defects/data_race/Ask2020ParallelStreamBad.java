// infer#2020: the threads of a parallel stream add to one ArrayList.
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

class Ask2020ParallelStreamBad {
    public static void main(String[] arguments) {
        List<Integer> primes = new ArrayList<>();
        IntStream.range(2, 1000).parallel().filter(number -> isPrime(number)).forEach(number -> {
            primes.add(number); // expect: data-race/unsafe-object
        });
        if (primes.size() != 168) {
            throw new IllegalStateException("lost: " + primes.size());
        }
    }

    private static boolean isPrime(int number) {
        for (int divisor = 2; divisor * divisor <= number; divisor++) {
            if (number % divisor == 0) {
                return false;
            }
        }
        return true;
    }
}
