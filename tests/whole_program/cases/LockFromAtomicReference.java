// infer#1955: locks that come out of AtomicReferences into local variables.
import java.util.concurrent.atomic.AtomicReference;

class LockFromAtomicReference {
    static final AtomicReference<Object> FIRST = new AtomicReference<>(new Lock1()); // object Lock1: global unique
    static final AtomicReference<Object> SECOND = new AtomicReference<>(new Lock2()); // object Lock2: global unique
    static int total;

    public static void main(String[] arguments) {
        new Thread(() -> first()).start(); // thread: lambda@10 one thread
        new Thread(() -> second()).start(); // thread: lambda@11 one thread
    }

    static void first() {
        Object first = FIRST.get();
        Object second = SECOND.get();
        synchronized (first) {
            synchronized (second) {
                total++; // access: threads=lambda@10 locks=Lock1,Lock2
            }
        }
    }

    static void second() {
        Object first = FIRST.get();
        Object second = SECOND.get();
        synchronized (second) {
            total++; // access: threads=lambda@11 locks=Lock2
            synchronized (first) {
                total++; // access: threads=lambda@11 locks=Lock1,Lock2
            }
        }
    }
}

class Lock1 { }

class Lock2 { }
