// All updates are tasks of one single-thread executor, which never run at the same time.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class OkSerialExecutor {
    private static final ExecutorService EXECUTOR = Executors.newSingleThreadExecutor();
    private static int total;

    public static void main(String[] arguments) {
        for (int i = 0; i < 10; i++) {
            EXECUTOR.execute(OkSerialExecutor::add);
        }
        EXECUTOR.shutdown();
        System.out.println(total());
    }

    static synchronized int total() {
        return total;
    }

    static synchronized void setTotal(int value) {
        total = value;
    }

    static void add() {
        int old = total();
        setTotal(old + 1);
    }
}
