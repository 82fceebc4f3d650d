import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Objects that nothing but a container of the library hands on: to a function, into an array, to a later call. */
public class ModelledContents {
    static class Shape {
        void draw() {
            drawn++;
        }
    }

    static class InValues extends Shape {
        void fromValues() {
            drawn++;
        }
    }

    static class Computed extends Shape {
        void fromCompute() {
            drawn++;
        }
    }

    static class Key {
        void asKey() {
            drawn++;
        }
    }

    static class Outcome {
        void ofFuture() {
            drawn++;
        }
    }

    static class Element {
        void inArray() {
            drawn++;
        }
    }

    static class Node extends Thread {
        private final Shared shared;

        Node(Shared shared) {
            this.shared = shared;
        }

        @Override
        public void run() {
            for (int round = 0; round < 20000; round++) {
                shared.count++;
            }
        }
    }

    static class Shared {
        int count;
    }

    private static int drawn;
    private static final Map<String, InValues> values = new HashMap<>();
    private static final Map<String, Computed> computed = new HashMap<>();
    private static final Map<Key, String> keys = new HashMap<>();

    /** What was filled in one loop is published by the next one. */
    private static int startLater(int count) throws InterruptedException {
        Shared shared = new Shared();
        Node[] nodes = new Node[count];
        for (int i = 0; i < count; i++) {
            nodes[i] = new Node(shared);
        }
        for (Node node : nodes) {
            node.start();
        }
        for (int round = 0; round < 20000; round++) {
            shared.count++;
        }
        for (Node node : nodes) {
            node.join();
        }
        return shared.count > 0 ? 1 : 0;
    }

    public static void main(String[] arguments) throws Exception {
        values.put("a", new InValues());
        values.forEach((key, value) -> value.fromValues());
        computed.computeIfAbsent("b", key -> new Computed());
        computed.get("b").fromCompute();
        keys.computeIfAbsent(new Key(), key -> {
            key.asKey();
            return "c";
        });
        CompletableFuture.supplyAsync(() -> new Outcome()).thenAccept(outcome -> outcome.ofFuture()).get();
        List<Element> elements = new ArrayList<>();
        elements.add(new Element());
        Element[] array = elements.toArray(new Element[0]);
        array[0].inArray();
        new Shape().draw();
        System.out.println(drawn + startLater(2));
    }
}
