// A copy of a shared object is the task's own; what it refers to is not.
class OwnCopy {
    static final Model STATE = new Model(); // object: global shared unique

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Worker().start(); // thread: Worker.run many thread
        }
    }
}

class Detail {
    int value;
}

class Model {
    int number;
    Detail detail;

    Model() {
        detail = new Detail(); // object: global shared unique
    }

    Model(Model other) {
        number = other.number; // access: threads=Worker.run locks=none
        detail = other.detail;
    }
}

class Worker extends Thread {
    @Override
    public void run() {
        Model copy = new Model(OwnCopy.STATE); // object: !shared !global
        copy.number++; // access: unshared
        copy.detail.value++; // access value: threads=Worker.run locks=none ; access detail: unshared
    }
}
