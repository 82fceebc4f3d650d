// Threads and main die of exceptions; what was found before is reported.
// variant: default exit=1 stderr=".*IllegalStateException: worker.*IllegalStateException: main.*" output=any
public class UncaughtExceptionBad {
    private int count;

    public static void main(String[] args) throws InterruptedException {
        UncaughtExceptionBad shared = new UncaughtExceptionBad();
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int j = 0; j < 30; j++) {
                    shared.count++;  // expect: object-race UncaughtExceptionBad.count
                    nap(2);
                }
                throw new IllegalStateException("worker");
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        throw new IllegalStateException("main");
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
