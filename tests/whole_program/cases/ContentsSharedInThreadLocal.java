// A ThreadLocal protects nothing if all threads put the same object into it.
class ContentsSharedInThreadLocal {
    static final Buffer BUFFER = new Buffer(); // object: global shared unique
    static final ThreadLocal<Buffer> SET = new ThreadLocal<>();

    public static void main(String[] arguments) {
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
        ContentsSharedInThreadLocal.SET.set(ContentsSharedInThreadLocal.BUFFER);
        ContentsSharedInThreadLocal.SET.get().used++; // access used: threads=Worker.run locks=none
    }
}
