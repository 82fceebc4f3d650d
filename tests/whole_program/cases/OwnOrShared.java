// Where a variable has either a fresh object or a shared one, the access is one of a shared object.
class OwnOrShared {
    static final Item SHARED = new Item(); // object: global shared unique

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Worker().start(); // thread: Worker.run many thread
        }
    }
}

class Item {
    int count;

    void increase() {
        count++; // access: threads=Worker.run locks=none
    }
}

class Worker extends Thread {
    @Override
    public void run() {
        Item fresh = new Item(); // object: !shared
        fresh.count++; // access: unshared
        Item either = fresh.count > 3 ? fresh : OwnOrShared.SHARED; // access count: unshared
        either.count++; // access: threads=Worker.run locks=none
        fresh.increase();
        OwnOrShared.SHARED.increase();
    }
}
