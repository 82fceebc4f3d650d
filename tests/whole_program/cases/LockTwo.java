// Two locks for one field: each access has one, and none is common. Two locks at once protect both.
class LockTwo {
    static final Object FIRST = new Object(); // object: unique global
    static final Object SECOND = new Object(); // object: unique global
    static int mixed;
    static int both;

    public static void main(String[] arguments) {
        new Thread(() -> first()).start(); // thread: lambda@9 one thread
        new Thread(() -> second()).start(); // thread: lambda@10 one thread
    }

    static void first() {
        synchronized (FIRST) {
            mixed++; // access: threads=lambda@9 locks=FIRST
            synchronized (SECOND) {
                both++; // access: threads=lambda@9 locks=FIRST,SECOND
            }
        }
    }

    static void second() {
        synchronized (SECOND) {
            mixed++; // access: threads=lambda@10 locks=SECOND
            synchronized (FIRST) {
                both++; // access: threads=lambda@10 locks=FIRST,SECOND
            }
        }
    }
}
