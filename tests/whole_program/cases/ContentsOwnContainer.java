// A container of the program's own: the contents of two of its objects are two things.
class ContentsOwnContainer {
    static final Box SHARED = new Box(); // object: global shared unique

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Worker().start(); // thread: Worker.run many thread
        }
    }
}

class Item {
    int count;
}

class Box {
    private Item item;

    void set(Item item) {
        this.item = item; // access: threads=Worker.run locks=none
    }

    Item get() {
        return item; // access: threads=Worker.run locks=none
    }
}

class Worker extends Thread {
    @Override
    public void run() {
        Box own = new Box(); // object: !shared !global
        own.set(new Item()); // object: !shared !global
        own.get().count++; // access: unshared
        ContentsOwnContainer.SHARED.set(new Item()); // object: global shared
        ContentsOwnContainer.SHARED.get().count++; // access count: threads=Worker.run locks=none
    }
}
