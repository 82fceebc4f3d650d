// Program 5.6: nothing updates a, so mayinc cannot observe an interference, although it has two locks.
class Paper_5_6 {
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
            if (b == a.get()) {
                inc();
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
        new Thread(() -> B_OBJECT.mayinc(A_OBJECT)).start();
    }
}
