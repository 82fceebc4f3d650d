// Methods that only constructors call, among them an overridden one that the superclass calls.
class OwnInitMethods {
    public static void main(String[] arguments) {
        Derived derived = new Derived(); // object: global shared escape unique
        for (int i = 0; i < 3; i++) {
            new Thread(() -> derived.read()).start(); // thread: lambda@6 many thread
        }
    }
}

abstract class Base {
    int size;

    Base() {
        init();
    }

    abstract void init();
}

class Derived extends Base {
    private int[] cells;
    private int used;

    Derived() {
        prepare();
    }

    @Override
    void init() {
        size = 4; // access: unshared
    }

    private void prepare() {
        cells = new int[size]; // object: global shared escape object-specific host=Derived ; access: unshared
        fill(cells);
        used = 1; // access: unshared
    }

    private static void fill(int[] cells) {
        cells[0] = 1; // access: unshared
    }

    int read() {
        return cells[used] + size; // access elements: threads=lambda@6 locks=none
        //^ access used: threads=lambda@6 locks=none ; access size: threads=lambda@6 locks=none
    }
}
