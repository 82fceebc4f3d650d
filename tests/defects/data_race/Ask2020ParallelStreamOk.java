// The repair of infer#2020: the parallel stream collects the elements itself.
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

class Ask2020ParallelStreamOk {
    public static void main(String[] arguments) {
        List<Integer> primes = IntStream.range(2, 1000).parallel().filter(number -> isPrime(number)).boxed()
                .collect(Collectors.toList());
        primes.add(1009);
        if (primes.size() != 169) {
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
