// The lock of an object protects the objects that belong to it (4.4), here of many hosts.
class LockOfHost {
    public static void main(String[] arguments) {
        Directory[] directories = new Directory[2]; // object: global shared
        for (int i = 0; i < directories.length; i++) {
            directories[i] = new Directory(); // object: global shared escape !unique !object-specific index->Index
        }
        for (int i = 0; i < 3; i++) {
            new User(directories).start(); // thread: User.run many thread
        }
    }
}

class Index {
    private int size;
    private int[] slots = new int[8]; // object: global shared object-specific host=Index !unique

    void add(int value) {
        slots[size++] = value; // access elements: threads=User.run locks=Directory
        //^ access size: threads=User.run locks=Directory
    }
}

class Directory {
    private final Index index = new Index(); // object: global shared object-specific host=Directory !unique

    synchronized void add(int value) {
        index.add(value); // access index: threads=User.run locks=this
    }
}

class User extends Thread {
    private final Directory[] directories;

    User(Directory[] directories) {
        this.directories = directories;
    }

    @Override
    public void run() {
        for (Directory directory : directories) {
            directory.add(1);
        }
    }
}
