// The class of an object as a lock: one lock for objects of one class, several where there are subclasses.
class LockGetClass {
    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Worker().start(); // thread: Worker.run many thread
        }
    }
}

class Leaf {
    static int count;

    void add() {
        synchronized (getClass()) {
            count++; // access count: threads=Worker.run locks=class Leaf
        }
    }
}

class Base {
    static int count;

    void add() {
        synchronized (getClass()) {
            count++; // access count: threads=Worker.run locks=none
        }
    }
}

class Derived extends Base {
}

class Worker extends Thread {
    @Override
    public void run() {
        new Leaf().add();
        Base any = System.nanoTime() % 2 == 0 ? new Base() : new Derived();
        any.add();
    }
}
