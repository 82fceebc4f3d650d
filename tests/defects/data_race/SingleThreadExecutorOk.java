// One thread runs all tasks of the executor, one after the other; the main thread reads after it has ended.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

class SingleThreadExecutorOk {
    public static void main(String[] arguments) throws InterruptedException {
        ExecutorService serial = Executors.newSingleThreadExecutor();
        Document document = new Document();
        for (int i = 0; i < 3; i++) {
            serial.execute(() -> document.append("line"));
            serial.execute(() -> document.removeLast());
        }
        serial.shutdown();
        while (!serial.awaitTermination(1, TimeUnit.SECONDS)) {
            System.out.println("waiting");
        }
        System.out.println(document.changes + document.lines.size());
    }
}

class Document {
    final List<String> lines = new ArrayList<>();
    int changes;

    void append(String line) {
        lines.add(line);
        changes++;
    }

    void removeLast() {
        lines.remove(lines.size() - 1);
        changes++;
    }
}
