// invokeAll() returns when all tasks have ended; each task has written an object of its own.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class InvokeAllOk {
    public static void main(String[] arguments) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            parts.add(new Part(i));
        }
        pool.invokeAll(parts);
        pool.shutdown();
        int sum = 0;
        for (Part part : parts) {
            sum += part.result;
        }
        if (sum != 5) {
            throw new IllegalStateException("lost: " + sum);
        }
    }
}

class Part implements Callable<Void> {
    private final int number;
    int result;

    Part(int number) {
        this.number = number;
    }

    @Override
    public Void call() {
        result = number * number;
        return null;
    }
}
