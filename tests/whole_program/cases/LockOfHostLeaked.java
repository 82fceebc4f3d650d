// The subordinate object gets out of its host: it is not specific to it any more.
class LockOfHostLeaked {
    public static void main(String[] arguments) {
        Directory directory = new Directory(); // object: global shared unique
        for (int i = 0; i < 3; i++) {
            new User(directory).start(); // thread: User.run many thread
        }
    }
}

class Index {
    int size;
}

class Directory {
    private final Index index = new Index(); // object: global shared !object-specific unique

    synchronized void add() {
        index.size++; // access size: threads=User.run locks=Directory
    }

    Index index() {
        return index;
    }
}

class User extends Thread {
    private final Directory directory;

    User(Directory directory) {
        this.directory = directory;
    }

    @Override
    public void run() {
        directory.add();
        directory.index().size++; // access size: threads=User.run locks=none
    }
}
