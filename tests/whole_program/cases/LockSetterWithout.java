// infer#2020: a setter without the lock beside a getter with it.
class LockSetterWithout {
    public static void main(String[] arguments) {
        Cell cell = new Cell(); // object: global shared escape unique
        new Thread(() -> cell.set(1)).start(); // thread: lambda@5 one thread
        new Thread(() -> cell.get()).start(); // thread: lambda@6 one thread
    }
}

class Cell {
    private int value;

    void set(int value) {
        this.value = value; // access: threads=lambda@5 locks=none
    }

    synchronized int get() {
        return value; // access: threads=lambda@6 locks=this
    }
}
