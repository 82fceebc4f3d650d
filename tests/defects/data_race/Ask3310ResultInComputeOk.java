// spotbugs#3310: the lambda of compute() fills an object of the calling method, which no other thread ever gets.
import java.util.concurrent.ConcurrentHashMap;

class Ask3310ResultInComputeOk {
    public static void main(String[] arguments) {
        Registry registry = new Registry();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> System.out.println(registry.register("name"))).start();
        }
    }
}

class Registry {
    private final ConcurrentHashMap<String, Integer> uses = new ConcurrentHashMap<>();

    boolean register(String name) {
        Result result = new Result();
        uses.compute(name, (key, before) -> {
            result.isNew = before == null;
            return before == null ? 1 : before + 1;
        });
        return result.isNew;
    }

    private static class Result {
        boolean isNew;
    }
}
