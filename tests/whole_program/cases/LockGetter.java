// The lock comes out of a getter, or as a parameter.
class LockGetter {
    public static void main(String[] arguments) {
        Cell cell = new Cell(); // object: global shared escape unique
        for (int i = 0; i < 3; i++) {
            new User(cell).start(); // thread: User.run many thread
        }
    }
}

class Cell {
    private final Object lock = new Object(); // object: global unique !object-specific
    int value;

    Object getLock() {
        return lock;
    }

    static void change(Cell cell, Object monitor) {
        synchronized (monitor) {
            cell.value++; // access: threads=User.run locks=lock
        }
    }
}

class User extends Thread {
    private final Cell cell;

    User(Cell cell) {
        this.cell = cell;
    }

    @Override
    public void run() {
        synchronized (cell.getLock()) {
            cell.value++; // access value: threads=User.run locks=lock
        }
        Cell.change(cell, cell.getLock());
    }
}
