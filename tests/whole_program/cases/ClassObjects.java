// Static fields are fields of the class, which is one object.
class ClassObjects {
    public static void main(String[] arguments) {
        Single.byMain++; // access: unshared
        for (int i = 0; i < 3; i++) {
            new Worker().start(); // thread: Worker.run many thread
        }
    }
}

class Registry { // object: class global shared unique
    static int plain;
    static int guarded;

    static void touch() {
        plain++; // access: threads=Worker.run locks=none
    }

    static synchronized void touchGuarded() {
        guarded++; // access: threads=Worker.run locks=class Registry
    }

    static void touchBlock() {
        synchronized (Registry.class) {
            guarded++; // access: threads=Worker.run locks=class Registry
        }
    }
}

class Single { // object: class global !shared unique
    static int byMain = 1;
}

class Worker extends Thread {
    @Override
    public void run() {
        Registry.touch();
        Registry.touchGuarded();
        Registry.touchBlock();
    }
}
