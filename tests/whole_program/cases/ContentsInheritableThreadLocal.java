// A thread starts with the values that its creator has in an InheritableThreadLocal: both have the same object.
class ContentsInheritableThreadLocal {
    static final InheritableThreadLocal<Buffer> INHERITED = new InheritableThreadLocal<>();

    public static void main(String[] arguments) {
        INHERITED.set(new Buffer()); // object: shared
        for (int i = 0; i < 3; i++) {
            new Worker().start(); // thread: Worker.run many thread
        }
    }
}

class Buffer {
    int used;
}

class Worker extends Thread {
    @Override
    public void run() {
        ContentsInheritableThreadLocal.INHERITED.get().used++; // access used: threads=Worker.run locks=none
    }
}
