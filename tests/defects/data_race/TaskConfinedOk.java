// Each task of the pool makes its objects itself, and gives the result away by its future.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

class TaskConfinedOk {
    public static void main(String[] arguments) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Future<Words>> futures = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int number = i;
            futures.add(pool.submit(() -> count("some text " + number)));
        }
        int total = 0;
        for (Future<Words> future : futures) {
            Words words = future.get();
            words.count++;
            total += words.count;
        }
        pool.shutdown();
        System.out.println(total);
    }

    private static Words count(String text) {
        Words words = new Words();
        for (String each : text.split(" ")) {
            words.list.add(each);
            words.count++;
        }
        return words;
    }
}

class Words {
    final List<String> list = new ArrayList<>();
    int count;
}
