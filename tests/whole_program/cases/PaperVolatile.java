// Program 4.3: an ordinary field that a volatile one publishes.
// parallel: Reader.run Writer.run yes
class PaperVolatile {
    public static void main(String[] arguments) {
        VolatileSync sync = new VolatileSync(); // object: global shared escape unique data->Data
        new Writer(sync).start(); // thread: Writer.run one thread
        for (int i = 0; i < 2; i++) {
            new Reader(sync).start(); // thread: Reader.run many thread
        }
    }
}

class Data {
    final int value;

    Data(int value) {
        this.value = value; // access: unshared
    }
}

class VolatileSync {
    volatile boolean available;
    Data data;

    void read() {
        if (available) { // access: threads=Reader.run locks=none
            System.out.println(data.value); // access data: threads=Reader.run locks=none
            //^ access value: threads=Reader.run locks=none
        }
    }

    void write() {
        for (int i = 0; ; i++) {
            data = new Data(i); // object: global shared !unique ; access data: threads=Writer.run locks=none
            available = true; // access: threads=Writer.run locks=none
        }
    }
}

class Reader extends Thread {
    private final VolatileSync sync;

    Reader(VolatileSync sync) {
        this.sync = sync;
    }

    @Override
    public void run() {
        sync.read();
    }
}

class Writer extends Thread {
    private final VolatileSync sync;

    Writer(VolatileSync sync) {
        this.sync = sync;
    }

    @Override
    public void run() {
        sync.write();
    }
}
