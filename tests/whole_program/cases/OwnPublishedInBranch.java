// Published on one of two paths: after they meet, another thread may have the object.
class OwnPublishedInBranch {
    static volatile Item published; // what the watcher sees

    public static void main(String[] arguments) {
        new Watcher().start(); // thread: Watcher.run one thread
        Item item = new Item(); // object: global shared escape
        item.count = 1; // access count: unshared
        if (arguments.length > 0) {
            published = item;
            item.count = 2; // access count: threads=main locks=none
        } else {
            item.count = 3; // access count: unshared
        }
        item.count = 4; // access count: threads=main locks=none
    }
}

class Item {
    int count;
}

class Watcher extends Thread {
    @Override
    public void run() {
        Item item = OwnPublishedInBranch.published;
        if (item != null) {
            System.out.println(item.count); // access: threads=Watcher.run locks=none
        }
    }
}
