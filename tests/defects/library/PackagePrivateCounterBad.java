// mode: library
// The class is not public: somebody in its package, outside of what is analysed, calls what nothing here calls.
class PackagePrivateCounterBad {
    private int size;

    synchronized void add() {
        size++;
    }

    int size() {
        return size; // expect: data-race/all-writes-locked
    }
}
