// A record never changes, but what it holds may.
import java.util.ArrayList;
import java.util.List;

class Records {
    static final Batch SHARED = new Batch("shared", new ArrayList<>()); // object Batch: global shared unique
    //^ object ArrayList: global shared unique

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Worker().start(); // thread: Worker.run many thread
        }
    }
}

record Batch(String name, List<String> lines) { }

class Worker extends Thread {
    @Override
    public void run() {
        Batch own = new Batch("own", new ArrayList<>()); // object Batch: !shared ; object ArrayList: !shared
        own.lines().add("line"); // access: unshared
        Records.SHARED.lines().add("line"); // access contents: threads=Worker.run locks=none
    }
}
