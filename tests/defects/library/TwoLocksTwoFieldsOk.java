// mode: library
// Two independent fields, each with a lock of its own (lock splitting).
public class TwoLocksTwoFieldsOk {
    private final Object readsLock = new Object();
    private final Object writesLock = new Object();
    private int reads;
    private int writes;

    public void read() {
        synchronized (readsLock) {
            reads++;
        }
    }

    public void write() {
        synchronized (writesLock) {
            writes++;
        }
    }

    public int reads() {
        synchronized (readsLock) {
            return reads;
        }
    }

    public int writes() {
        synchronized (writesLock) {
            return writes;
        }
    }
}
