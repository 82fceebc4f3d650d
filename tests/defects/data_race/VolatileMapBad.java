// The volatile field protects the reference to the map, not the map.
import java.util.HashMap;
import java.util.Map;

class VolatileMapBad {
    public static void main(String[] arguments) {
        Colours colours = new Colours();
        for (int i = 0; i < 3; i++) {
            int number = i;
            new Thread(() -> colours.define("colour " + number, number)).start();
        }
    }
}

class Colours {
    private volatile Map<String, Integer> values = new HashMap<>();

    void define(String name, int value) {
        values.put(name, value); // expect: data-race/unsafe-object
    }
}
