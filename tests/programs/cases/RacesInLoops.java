// Loops over arrays with no call in them, before which Snag asks once whether their checks are quiet: races inside are
// found all the same, for fields of `this`, of others, static ones, and rows of an array of arrays. What the threads
// have for themselves, or only read, is not reported, however often the loops run.
// variant: default runs=3
// variant: arrays runs=3 options="--arrays whole"
// variant: lockset runs=3 options="--lockset-only --arrays whole"
// variant: compiled args="4000" runs=3 options="--arrays whole"
// expect default,arrays,compiled,lockset: object-race RacesInLoops.sum
// expect default,arrays,compiled,lockset: object-race RacesInLoops.total
// expect default,arrays,compiled,lockset: object-race RacesInLoops$Other.last
// expect arrays,compiled,lockset: object-race int[]
import java.util.concurrent.CountDownLatch;

public class RacesInLoops {
    static final class Other {
        int last;
        int only;
    }

    static int total;
    static int limit = 64;
    int sum;
    int[][] rows = new int[4][64];
    int[] read = new int[64];
    Other other = new Other();

    void races(int row) {
        for (int i = 0; i < limit; i++) {
            sum += rows[row][i];
        }
        Other mine = other;
        for (int i = 0; i < limit; i++) {
            mine.last = read[i];
            total += read[i];
        }
    }

    void writes(int row, int[] own) {
        for (int i = 0; i < limit; i++) {
            rows[row][i] = own[i] + read[i];
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int turns = args.length > 0 ? Integer.parseInt(args[0]) : 400;
        RacesInLoops shared = new RacesInLoops();
        CountDownLatch both = new CountDownLatch(2);
        Thread[] threads = new Thread[2];
        for (int t = 0; t < 2; t++) {
            int own = t;
            threads[t] = new Thread(() -> {
                int[] mine = new int[64];
                both.countDown();
                try {
                    both.await();
                } catch (InterruptedException e) {
                    return;
                }
                for (int turn = 0; turn < turns; turn++) {
                    shared.writes(own, mine);
                    shared.writes(2, mine);
                    shared.races(2);
                    shared.races(3);
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) thread.join();
        System.out.println("done");
    }
}
