// The lock is released before the last access of reset().
class LockDroppedBad {
    public static void main(String[] arguments) {
        Buffer buffer = new Buffer();
        new Thread(() -> buffer.append(5)).start();
        new Thread(() -> buffer.append(7)).start();
        new Thread(() -> buffer.cut(3)).start();
        new Thread(() -> buffer.reset()).start();
    }
}

class Buffer {
    private int length;
    private int resets;

    synchronized void append(int count) {
        length += count;
    }

    synchronized void cut(int count) {
        length -= count;
    }

    void reset() {
        synchronized (this) {
            resets++;
        }
        length = 0; // expect: data-race/unlocked high
    }
}
