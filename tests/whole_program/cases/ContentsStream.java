// Streams hand on what is in their source: shared objects of a shared list, and the task's own ones.
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

class ContentsStream {
    static final List<Item> SHARED = new ArrayList<>(); // object: global shared

    public static void main(String[] arguments) {
        SHARED.add(new Item()); // object: global shared
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
        List<Item> own = new ArrayList<>(); // object: !shared
        own.add(new Item()); // object: !shared
        own.stream().filter(each -> each.count > 0).forEach(each -> each.count++); // access count: unshared
        List<Item> collected = own.stream().map(each -> each).collect(Collectors.toList());
        collected.get(0).count++; // access count: unshared
        ContentsStream.SHARED.stream().forEach(each -> each.count++); // access count: threads=Worker.run locks=none
        Item first = ContentsStream.SHARED.stream().filter(each -> true).findFirst().get();
        first.count++; // access: threads=Worker.run locks=none
    }
}
