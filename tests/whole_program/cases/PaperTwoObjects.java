// Program 5.6: b's lock and, inside, a's. put() is never called.
// entry: Main
// parallel: Main.run Main.run yes (two start sites)
class A {
    int a;

    synchronized int get() {
        return a; // access: threads=Main.run locks=this,B
    }

    synchronized void put(int value) {
        a = value; // access: unshared
    }
}

class B {
    int b;

    synchronized void mayInc(A other) {
        if (b == other.get()) { // access: threads=Main.run locks=this
            inc();
        }
    }

    synchronized void inc() {
        b++; // access: threads=Main.run locks=this
    }
}

class Main extends Thread {
    static A a;
    static B b;

    public static void main(String[] arguments) {
        a = new A(); // object: global shared escape unique !object-specific
        b = new B(); // object: global shared escape unique !object-specific
        new Main().start(); // thread: Main.run one thread
        new Main().start(); // thread: Main.run one thread
    }

    @Override
    public void run() {
        b.mayInc(a); // access: threads=Main.run locks=none
    }
}
