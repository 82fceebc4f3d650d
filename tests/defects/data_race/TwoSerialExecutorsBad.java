// Each executor has one thread, but there are two executors, and their tasks change the same document.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class TwoSerialExecutorsBad {
    public static void main(String[] arguments) {
        ExecutorService first = Executors.newSingleThreadExecutor();
        ExecutorService second = Executors.newSingleThreadExecutor();
        Document document = new Document();
        first.execute(() -> document.insert(3));
        second.execute(() -> document.insert(4));
        first.shutdown();
        second.shutdown();
    }
}

class Document {
    private int length;

    void insert(int count) {
        length += count; // expect: data-race/unlocked
        if (length > 7) {
            throw new IllegalStateException();
        }
    }
}
