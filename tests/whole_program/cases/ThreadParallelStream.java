// infer#2020: a parallel stream runs its lambdas in several threads, among them the caller; a sequential one does not.
// parallel: lambda@11 lambda@11 yes
import java.util.ArrayList;
import java.util.List;

class ThreadParallelStream {
    public static void main(String[] arguments) {
        List<Integer> numbers = List.of(1, 2, 3);
        List<Integer> shared = new ArrayList<>(); // object: shared escape
        List<Integer> own = new ArrayList<>(); // object: !shared
        numbers.parallelStream().forEach(number -> shared.add(number)); // thread: lambda@11 many stream
        //^ access contents: threads=main,lambda@11 locks=none
        numbers.stream().forEach(number -> own.add(number)); // access contents: unshared
    }
}
