// The shutdown hook and the action of a Cleaner are threads.
// parallel: main lambda@10 yes
// parallel: lambda@10 Action.run yes
import java.lang.ref.Cleaner;

class ThreadHookAndCleaner {
    static int total;

    public static void main(String[] arguments) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> total++)); // thread: lambda@10 one hook
        //^ access total: threads=lambda@10 locks=none
        Object resource = new Object();
        Cleaner.create().register(resource, new Action()); // thread: Action.run one cleaner serial?
        total++; // access: threads=main locks=none
    }
}

class Action implements Runnable {
    @Override
    public void run() {
        ThreadHookAndCleaner.total++; // access: threads=Action.run locks=none
    }
}
