// An Optional hands on what is in it.
import java.util.Optional;

class ContentsOptional {
    static volatile Item current; // shared

    public static void main(String[] arguments) {
        current = new Item(); // object: global shared unique
        for (int i = 0; i < 3; i++) {
            new Worker().start(); // thread: Worker.run many thread
        }
    }
}

class Item {
    int count;
}

class Worker extends Thread {
    @Override
    public void run() {
        Optional<Item> own = Optional.of(new Item()); // object: !shared
        own.get().count++; // access: unshared
        own.ifPresent(each -> each.count++); // access: unshared
        find().ifPresent(each -> each.count++); // access count: threads=Worker.run locks=none
        Item item = find().orElse(null);
        item.count++; // access: threads=Worker.run locks=none
    }

    private Optional<Item> find() {
        return Optional.ofNullable(ContentsOptional.current);
    }
}
