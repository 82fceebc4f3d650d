// x.lock guards x.f: neither x nor the lock is unique, but both are reached from the same object.
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

class LockBesideField {
    static final List<Cell> CELLS = new CopyOnWriteArrayList<>();

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            CELLS.add(new Cell()); // object: global shared escape !unique lock->Object
        }
        for (int i = 0; i < 3; i++) {
            new User().start(); // thread: User.run many thread
        }
    }
}

class Cell {
    final Object lock = new Object(); // object: global !unique !object-specific
    int value;
}

class User extends Thread {
    @Override
    public void run() {
        for (Cell cell : LockBesideField.CELLS) {
            synchronized (cell.lock) {
                cell.value++; // access value: threads=User.run locks=lock
            }
        }
    }
}
