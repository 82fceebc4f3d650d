package sections;

/** Calls with several targets. */
class Targets {
    abstract static class Cell {
        protected int value;
        protected int writes;

        abstract int get();

        abstract int peek();

        abstract void set(int first, int second);
    }

    static class Left extends Cell {
        @Override
        synchronized int get() {
            return value;
        }

        @Override
        synchronized int peek() {
            return value;
        }

        @Override
        synchronized void set(int first, int second) {
            value = first;
            writes++;
        }
    }

    static class Right extends Cell {
        @Override
        synchronized int get() {
            return value;
        }

        @Override
        int peek() {
            return value;
        }

        @Override
        synchronized void set(int first, int second) {
            value = first + second;
        }
    }

    int get(Cell cell) {
        return cell.get();
    }

    int peek(Cell cell) {
        return cell.peek();
    }

    void set(Cell cell, int first, int second) {
        cell.set(first, second);
    }

    int getLeft(Left cell) {
        return cell.get();
    }
}
