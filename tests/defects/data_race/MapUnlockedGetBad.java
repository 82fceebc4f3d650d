// Three methods use the map under the lock, the fourth one does not.
import java.util.HashMap;
import java.util.Map;

class MapUnlockedGetBad {
    public static void main(String[] arguments) {
        Directory directory = new Directory();
        new Thread(() -> directory.add("Ada", "1815")).start();
        new Thread(() -> directory.remove("Ada")).start();
        new Thread(() -> directory.clear()).start();
        new Thread(() -> System.out.println(directory.find("Ada"))).start();
    }
}

class Directory {
    private final Map<String, String> numbers = new HashMap<>();

    synchronized void add(String name, String number) {
        numbers.put(name, number);
    }

    synchronized void remove(String name) {
        numbers.remove(name);
    }

    synchronized void clear() {
        numbers.clear();
    }

    String find(String name) {
        return numbers.get(name); // expect: data-race/unsafe-object high
    }
}
