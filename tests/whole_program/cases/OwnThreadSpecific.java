// What a thread object creates in its constructor and only its own run() uses (3.4.3); and what main uses, too.
class OwnThreadSpecific {
    public static void main(String[] arguments) throws InterruptedException {
        Worker[] workers = new Worker[3]; // object: !shared !global
        for (int i = 0; i < workers.length; i++) {
            workers[i] = new Worker(); // object: thread shared !unique ; access: unshared
            workers[i].start(); // thread: Worker.run many thread
        }
        for (Worker worker : workers) {
            System.out.println(worker.visible.used); // access used: threads=main locks=none
        }
    }
}

class Buffer {
    int used;
}

class Worker extends Thread {
    private final Buffer hidden;
    final Buffer visible;

    Worker() {
        hidden = new Buffer(); // object: thread-specific object-specific host=Worker
        visible = new Buffer(); // object: shared !thread-specific !object-specific
        hidden.used = 1; // access used: unshared
    }

    @Override
    public void run() {
        hidden.used++;
        visible.used++; // access used: threads=Worker.run locks=none
        grow();
    }

    private void grow() {
        hidden.used++;
    }
}
