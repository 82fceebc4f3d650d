// A value of a ThreadLocal belongs to one thread, however many there are.
class ContentsThreadLocal {
    static final ThreadLocal<Buffer> BUFFERS = ThreadLocal.withInitial(() -> new Buffer()); // object Buffer: !shared
    static final ThreadLocal<Buffer> SET = new ThreadLocal<>();

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Worker().start(); // thread: Worker.run many thread
        }
    }
}

class Buffer {
    int used;

    void add() {
        used++; // access: unshared
    }
}

class Worker extends Thread {
    @Override
    public void run() {
        ContentsThreadLocal.BUFFERS.get().add();
        ContentsThreadLocal.BUFFERS.get().used = 0; // access used: unshared
        Buffer buffer = new Buffer(); // object: !shared
        ContentsThreadLocal.SET.set(buffer);
        buffer.used = 2; // access used: unshared
        ContentsThreadLocal.SET.get().used++; // access used: unshared
    }
}
