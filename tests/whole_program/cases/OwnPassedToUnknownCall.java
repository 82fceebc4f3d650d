// An object that an interface method of the program may keep: the implementation that runs decides.
class OwnPassedToUnknownCall {
    public static void main(String[] arguments) {
        new Worker(new Discard()).start(); // thread: Worker.run one thread
        new Keeper().start(); // thread: Keeper.run one thread
        new Keeper().start(); // thread: Keeper.run one thread
    }
}

class Item {
    int count;
}

interface Sink {
    void accept(Item item);
}

class Discard implements Sink {
    @Override
    public void accept(Item item) {
        item.count++; // access: unshared
    }
}

class Keep implements Sink {
    static Item kept; // for everybody

    @Override
    public void accept(Item item) {
        item.count++; // access: unshared
        kept = item;
        item.count++; // access count: threads=Keeper.run locks=none
    }
}

class Worker extends Thread {
    private final Sink sink;

    Worker(Sink sink) {
        this.sink = sink;
    }

    @Override
    public void run() {
        Item item = new Item(); // object: !shared
        sink.accept(item);
        item.count++; // access: unshared
    }
}

class Keeper extends Thread {
    @Override
    public void run() {
        Sink sink = new Keep();
        Item item = new Item(); // object: shared global
        sink.accept(item);
        item.count++; // access: threads=Keeper.run locks=none
        Keep.kept.count++; // access count: threads=Keeper.run locks=none
    }
}
