// Elements per array.
class ContentsArrays {
    static final Item[] SHARED = new Item[2]; // object: global shared unique

    public static void main(String[] arguments) {
        SHARED[0] = new Item(); // object: global shared unique
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
        Item[] own = new Item[2]; // object: !shared !global
        own[0] = new Item(); // object: !shared !global ; access: unshared
        own[0].count++; // access: unshared
        Item[] copy = own.clone();
        copy[0].count++; // access: unshared
        ContentsArrays.SHARED[0].count++; // access count: threads=Worker.run locks=none
        //^ access elements: threads=Worker.run locks=none
        synchronized (ContentsArrays.SHARED) {
            ContentsArrays.SHARED[1] = null; // access elements: threads=Worker.run locks=SHARED
        }
    }
}
