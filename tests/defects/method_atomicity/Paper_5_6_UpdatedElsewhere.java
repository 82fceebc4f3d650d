// Program 5.6 as it is, beside a thread that updates a: mayinc may increment b for a value that a no longer has.
// (Lipton's reduction finds mayinc atomic: it reads a once, and holds the lock of b all the time.)
class Paper_5_6_UpdatedElsewhere {
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
                inc(); // expect-audit: method-atomicity/split-state !known-gap block-atomicity reports it.
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
        new Thread(() -> A_OBJECT.put(5)).start();
    }
}
