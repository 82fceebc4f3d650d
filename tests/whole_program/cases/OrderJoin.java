// After join() the thread has ended: the next one does not run in parallel with it.
// parallel: Writer.run Reader.run no (joined)
// parallel: Reader.run Other.run yes (not joined)
class OrderJoin {
    static int value;

    public static void main(String[] arguments) throws InterruptedException {
        Writer writer = new Writer();
        writer.start(); // thread: Writer.run one thread
        writer.join();
        Reader reader = new Reader();
        reader.start(); // thread: Reader.run one thread
        new Other().start(); // thread: Other.run one thread
        reader.join();
    }
}

class Writer extends Thread {
    @Override
    public void run() {
        OrderJoin.value = 1;
    }
}

class Reader extends Thread {
    @Override
    public void run() {
        System.out.println(OrderJoin.value);
    }
}

class Other extends Thread {
    @Override
    public void run() {
        System.out.println("other");
    }
}
