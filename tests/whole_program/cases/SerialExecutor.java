// Tasks of one single-thread executor never overlap; those of two executors, or of a pool, do.
// parallel: First.run Second.run no (one thread)
// parallel: First.run First.run no (one thread)
// parallel: First.run Other.run yes (two executors)
// parallel: Pooled.run Pooled.run yes (a pool of two)
// parallel: main First.run yes
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class SerialExecutor {
    static int total;

    public static void main(String[] arguments) {
        ExecutorService single = Executors.newSingleThreadExecutor();
        ExecutorService other = Executors.newSingleThreadExecutor();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        for (int i = 0; i < 3; i++) {
            single.execute(new First()); // thread: First.run many executor serial
            pool.execute(new Pooled()); // thread: Pooled.run many executor
        }
        single.submit(new Second()); // thread: Second.run one executor serial
        other.submit(new Other()); // thread: Other.run one executor serial
    }
}

class First implements Runnable {
    @Override
    public void run() {
        SerialExecutor.total++; // access: threads=First.run locks=none
    }
}

class Second implements Runnable {
    @Override
    public void run() {
        SerialExecutor.total++; // access: threads=Second.run locks=none
    }
}

class Other implements Runnable {
    @Override
    public void run() {
        SerialExecutor.total++; // access: threads=Other.run locks=none
    }
}

class Pooled implements Runnable {
    @Override
    public void run() {
        SerialExecutor.total++; // access: threads=Pooled.run locks=none
    }
}
