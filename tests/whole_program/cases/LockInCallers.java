// spotbugs#3428: the lock is taken by all callers, in other classes, too; or by all but one.
class LockInCallers {
    public static void main(String[] arguments) {
        Cell cell = new Cell(); // object: global shared escape unique
        for (int i = 0; i < 3; i++) {
            new User(cell).start(); // thread: User.run many thread
        }
    }
}

class Cell {
    private int always;
    private int sometimes;

    synchronized void first() {
        changeAlways();
        changeSometimes();
    }

    synchronized void second() {
        changeAlways();
    }

    void third() {
        changeSometimes();
    }

    private void changeAlways() {
        always++; // access: threads=User.run locks=this
    }

    private void changeSometimes() {
        sometimes++; // access: threads=User.run locks=none
    }

    void publicWithLock() {
        always--; // access: threads=User.run locks=this
    }
}

class User extends Thread {
    private final Cell cell;

    User(Cell cell) {
        this.cell = cell;
    }

    @Override
    public void run() {
        cell.first();
        cell.second();
        cell.third();
        synchronized (cell) {
            cell.publicWithLock();
        }
    }
}
