// infer#2020: contains() without the lock beside add() with it.
import java.util.HashSet;
import java.util.Set;

class ContentsHashSet {
    public static void main(String[] arguments) {
        Names names = new Names(); // object: global shared escape unique names->HashSet
        new Thread(() -> names.add("a")).start(); // thread: lambda@8 one thread
        new Thread(() -> names.has("a")).start(); // thread: lambda@9 one thread
    }
}

class Names {
    private final Set<String> names = new HashSet<>(); // object: global shared object-specific host=Names

    synchronized void add(String name) {
        names.add(name); // access contents: threads=lambda@8 locks=Names
    }

    boolean has(String name) {
        return names.contains(name); // access contents: threads=lambda@9 locks=none
    }
}
