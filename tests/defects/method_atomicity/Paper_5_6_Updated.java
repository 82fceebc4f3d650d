// Program 5.6 with an update of a: another thread may change it between get and put.
class Paper_5_6_Updated {
    static class A {
        private int a;

        synchronized int get() {
            return a;
        }

        synchronized void put(int i) {
            a = i;
        }
    }

    static class B {
        private int b;

        synchronized void mayinc(A a) {
            int seen = a.get();
            if (b == seen) {
                inc();
                a.put(seen + 1);             // expect: method-atomicity/split-update
            }
        }

        synchronized void inc() {
            b++;
        }
    }

    static final A A_OBJECT = new A();
    static final B B_OBJECT = new B();

    public static void main(String[] arguments) {
        new Thread(() -> B_OBJECT.mayinc(A_OBJECT)).start();
        new Thread(() -> A_OBJECT.put(5)).start();
    }
}
