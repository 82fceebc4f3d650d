// Lambdas that capture an object, and method references: the accesses are in synthetic methods of the class.
// variant: default output=any
import java.util.function.IntConsumer;

public class LambdaCaptureBad {
    private int count;
    private int sum;

    void add(int by) {
        sum += by;  // expect: object-race LambdaCaptureBad.sum
    }

    public static void main(String[] args) throws InterruptedException {
        LambdaCaptureBad shared = new LambdaCaptureBad();
        IntConsumer lambda = by -> shared.count += by;  // expect: object-race LambdaCaptureBad.count
        IntConsumer reference = shared::add;
        Runnable work = () -> {
            for (int i = 0; i < 30; i++) {
                lambda.accept(i);
                reference.accept(i);
                nap(2);
            }
        };
        Thread one = new Thread(work);
        Thread two = new Thread(work);
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(shared.count + shared.sum);
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
