// mode: library
// The result is read while the thread that computes it may still run.
@JoinMissingBad.ThreadSafe
public class JoinMissingBad {
    public long sum(int end) {
        Half half = new Half(end);
        Thread thread = new Thread(half);
        thread.start();
        return half.sum;
    }

    private static class Half implements Runnable {
        private final int end;
        private long sum;

        Half(int end) {
            this.end = end;
        }

        @Override
        public void run() {
            long result = 0;
            for (int i = 0; i < end; i++) {
                result += i;
            }
            sum = result; // expect: data-race/unlocked
        }
    }

    @interface ThreadSafe { }
}
