// A bound method reference is an object with its receiver.
// parallel: Worker.work Worker.work yes
class LambdaMethodReference {
    public static void main(String[] arguments) {
        Worker worker = new Worker(); // object: global shared escape unique
        for (int i = 0; i < 2; i++) {
            new Thread(worker::work).start(); // thread: Worker.work many thread
        }
        new Thread(Worker::rest).start(); // thread: Worker.rest one thread
    }
}

class Worker {
    static int rests; // written by one thread only
    int count;

    void work() {
        count++; // access: threads=Worker.work locks=none
    }

    static void rest() {
        rests++; // access: unshared
    }
}
