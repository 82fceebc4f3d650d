// infer#2020: contains() looks into the set without the lock under which other threads add and remove.
import java.util.HashSet;
import java.util.Set;

class Ask2020ContainsBad {
    public static void main(String[] arguments) {
        Guests guests = new Guests();
        new Thread(() -> guests.enter("Ada")).start();
        new Thread(() -> guests.leave("Ada")).start();
        new Thread(() -> System.out.println(guests.isThere("Ada"))).start();
    }
}

class Guests {
    private final Set<String> names = new HashSet<>();

    synchronized void enter(String name) {
        names.add(name);
    }

    synchronized void leave(String name) {
        names.remove(name);
    }

    boolean isThere(String name) {
        return names.contains(name); // expect: data-race/unsafe-object
    }
}
