// mode: library
// The class is not public, and all that its package may call takes the lock.
class PackagePrivateCounterOk {
    private int size;

    synchronized void add() {
        grow(1);
    }

    synchronized int size() {
        return size;
    }

    private void grow(int by) {
        size += by;
    }
}
