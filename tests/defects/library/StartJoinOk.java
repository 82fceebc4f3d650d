// mode: library
// Start orders what the caller writes before the thread's reads, join the thread's writes before the caller's reads.
public class StartJoinOk {
    private volatile long calls;

    public long sum(int[] numbers) throws InterruptedException {
        Half left = new Half();
        left.numbers = numbers;
        left.end = numbers.length;
        Thread thread = new Thread(left);
        thread.start();
        thread.join();
        calls = System.nanoTime();
        return left.sum;
    }

    public long lastCall() {
        return calls;
    }

    private static class Half implements Runnable {
        int[] numbers;
        int end;
        long sum;

        @Override
        public void run() {
            for (int i = 0; i < end; i++) {
                sum += numbers[i]; // expect: data-race/unlocked !wrong Started by clients.
            }
        }
    }
}
