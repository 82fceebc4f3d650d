// Future.get() waits for the task's end, so the next task does not overlap with it; without get() it does.
// parallel: First.run Second.run no (get)
// parallel: Second.run Third.run yes (not waited for)
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

class OrderFuture {
    public static void main(String[] arguments) throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool();
        Future<?> first = pool.submit(new First()); // thread: First.run one executor
        first.get();
        pool.submit(new Second()); // thread: Second.run one executor
        pool.submit(new Third()); // thread: Third.run one executor
    }
}

class First implements Runnable {
    @Override
    public void run() {
        System.out.println("first");
    }
}

class Second implements Runnable {
    @Override
    public void run() {
        System.out.println("second");
    }
}

class Third implements Runnable {
    @Override
    public void run() {
        System.out.println("third");
    }
}
