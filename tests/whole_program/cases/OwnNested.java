// A fresh object inside of a fresh object: both are published with the outer one.
class OwnNested {
    static volatile Outer published; // for the workers

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Worker().start(); // thread: Worker.run many thread
        }
        Outer outer = new Outer(); // object: global shared escape unique inner->Inner
        Inner inner = new Inner(); // object: global shared escape unique
        outer.inner = inner; // access: unshared
        outer.inner.value = 1; // access: unshared
        inner.value = 2; // access: unshared
        published = outer;
        inner.value = 3; // access: threads=main locks=none
        outer.inner.value = 4; // access: threads=main locks=none
    }
}

class Inner {
    int value;
}

class Outer {
    Inner inner;
}

class Worker extends Thread {
    @Override
    public void run() {
        Outer outer = OwnNested.published;
        if (outer != null) {
            outer.inner.value++; // access: threads=Worker.run locks=none
        }
    }
}
