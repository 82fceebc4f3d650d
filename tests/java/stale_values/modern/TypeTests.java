package modern;

/** A test of the type rules out the class that has the lock. */
class TypeTests {
    interface Cell {
        int get();

        void set(int value);
    }

    static class Locked implements Cell {
        private int value;

        @Override
        public synchronized int get() {
            return value;
        }

        @Override
        public synchronized void set(int to) {
            value = to;
        }
    }

    void incrementBad(Cell cell) {
        cell.set(cell.get() + 1); // expect: stale-value/lost-update
    }

    void excludedOk(Cell cell) {
        if (!(cell instanceof Locked)) {
            cell.set(cell.get() + 1);
        }
    }

    void excludedByReturnOk(Cell cell) {
        if (cell instanceof Locked) return;
        cell.set(cell.get() + 1);
    }

    void otherCellBad(Cell cell, Cell other) {
        if (other instanceof Locked) return;
        cell.set(cell.get() + 1); // expect: stale-value/lost-update
    }

    void includedBad(Cell cell) {
        if (cell instanceof Locked) {
            cell.set(cell.get() + 1); // expect: stale-value/lost-update
        }
    }
}
