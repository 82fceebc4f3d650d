import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.locks.LockSupport;

/** What tests/watching/run and tests/agent/attach watch: the first word says what it does and how it ends. */
public class Program {
    private static int total;

    private int count;

    public static void main(String[] words) throws Exception {
        switch (words[0]) {
            case "exit" -> System.exit(Integer.parseInt(words[1]));
            case "race" -> {
                race();
                System.exit(Integer.parseInt(words[1]));
            }
            case "kill" -> {
                new ProcessBuilder("kill", "-KILL", "" + ProcessHandle.current().pid()).start();
                Thread.sleep(60_000);
            }
            case "sleep" -> Thread.sleep(60_000);
            case "deadlock" -> deadlock();
            case "keep-racing" -> keepRacing();
            default -> throw new IllegalArgumentException(words[0]);
        }
    }

    private static void race() throws InterruptedException {
        Program shared = new Program();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int n = 0; n < 100; n++) shared.count++;
            });
        }
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
    }

    private static void keepRacing() {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                while (true) {
                    add();  // a method that runs when the agent comes stays as it is until it is called again
                    LockSupport.parkNanos(1_000_000);
                }
            }).start();
        }
        System.out.println("ready");
    }

    private static void add() {
        total++;
    }

    private static void deadlock() throws InterruptedException {
        Object one = new Object();
        Object other = new Object();
        CyclicBarrier both = new CyclicBarrier(2);
        Thread left = new Thread(() -> take(one, other, both), "left\u001b[7m");
        left.start();
        new Thread(() -> take(other, one, both), "right").start();
        left.join();
    }

    private static void take(Object first, Object second, CyclicBarrier both) {
        synchronized (first) {
            try {
                both.await();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            synchronized (second) {
                System.out.println("never");
            }
        }
    }
}
