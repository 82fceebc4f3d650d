// A changed copy replaces the map behind the volatile reference; the copy itself never changes after that.
import java.util.HashMap;
import java.util.Map;

class VolatileMapReplacedOk {
    public static void main(String[] arguments) {
        Colours colours = new Colours();
        for (int i = 0; i < 3; i++) {
            int number = i;
            new Thread(() -> colours.define("colour " + number, number)).start();
            new Thread(() -> System.out.println(colours.find("colour 1"))).start();
        }
    }
}

class Colours {
    private volatile Map<String, Integer> values = new HashMap<>();

    synchronized void define(String name, int value) {
        Map<String, Integer> copy = new HashMap<>(values);
        copy.put(name, value);
        values = copy;
    }

    Integer find(String name) {
        return values.get(name);
    }
}
