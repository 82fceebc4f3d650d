// Two threads put into one HashMap, and nothing is locked.
import java.util.HashMap;
import java.util.Map;

class HashMapBad {
    public static void main(String[] arguments) throws InterruptedException {
        Map<String, Integer> ages = new HashMap<>();
        Thread[] loaders = new Thread[2];
        for (int i = 0; i < loaders.length; i++) {
            int number = i;
            loaders[i] = new Thread(() -> {
                ages.put("person " + number, 20 + number); // expect: data-race/unsafe-object
            });
            loaders[i].start();
        }
        for (Thread loader : loaders) {
            loader.join();
        }
        if (ages.size() != 2) {
            throw new IllegalStateException("lost: " + ages);
        }
    }
}
