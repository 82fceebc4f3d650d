// Tasks of a pool with objects of their own: made by the task, in its fields or as arguments.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class OwnTaskState {
    public static void main(String[] arguments) {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        for (int i = 0; i < 8; i++) {
            pool.execute(new Task(i)); // thread: Task.run many executor ; object: thread !unique
        }
        pool.shutdown();
    }
}

class Parser {
    private final List<String> found = new ArrayList<>(); // object: !shared
    private int position;

    Parser parse(String text) {
        while (position < text.length()) { // access: unshared
            position++; // access: unshared
            found.add(text); // access: unshared
        }
        return this;
    }
}

class Task implements Runnable {
    private final int number;

    Task(int number) {
        this.number = number; // access: unshared
    }

    @Override
    public void run() {
        Parser parser = new Parser(); // object: !shared !global
        parser.parse("text").parse("more");
        StringBuilder text = new StringBuilder(); // object: !shared
        text.append(number);
        System.out.println(text);
    }
}
