// What a class initializer does is done before anybody else has the class: no thread but the initializing one.
import java.util.HashMap;
import java.util.Map;

class ClassInitializer {
    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Worker().start(); // thread: Worker.run many thread
        }
    }
}

class Table {
    static final Map<String, Integer> SIZES = new HashMap<>(); // object: global shared unique

    static {
        SIZES.put("a", 1); // access contents: unshared
    }
}

class Holder {
    static final Holder INSTANCE = new Holder(); // object: global shared unique
    int uses;

    private Holder() {
        uses = 1; // access: unshared
    }
}

class Worker extends Thread {
    @Override
    public void run() {
        System.out.println(Table.SIZES.get("a")); // access contents: threads=Worker.run locks=none
        Holder.INSTANCE.uses++; // access uses: threads=Worker.run locks=none
    }
}
