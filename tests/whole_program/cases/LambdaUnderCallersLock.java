// spotbugs#1051: a lambda that a stream runs inside of a synchronized method.
import java.util.List;

class LambdaUnderCallersLock {
    public static void main(String[] arguments) {
        Totals totals = new Totals(); // object: global shared escape unique
        for (int i = 0; i < 3; i++) {
            new Thread(() -> totals.add(List.of(1, 2))).start(); // thread: lambda@8 many thread
        }
    }
}

class Totals {
    private int sum;
    private int calls;

    synchronized void add(List<Integer> numbers) {
        numbers.stream().forEach(number -> sum += number); // access sum: threads=lambda@8 locks=this
        numbers.forEach(number -> calls++); // access calls: threads=lambda@8 locks=this
        Runnable now = () -> sum++; // access sum: threads=lambda@8 locks=this
        now.run();
    }
}
