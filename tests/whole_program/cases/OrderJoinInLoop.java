// All threads of a loop are joined by a second loop, and then others start.
// parallel: Writer.run Writer.run yes
// parallel: Writer.run Reader.run no (all of them are joined)
class OrderJoinInLoop {
    public static void main(String[] arguments) throws InterruptedException {
        Thread[] writers = new Thread[4]; // object: !shared
        for (int i = 0; i < writers.length; i++) {
            writers[i] = new Writer();
            writers[i].start(); // thread: Writer.run many thread
        }
        for (Thread writer : writers) {
            writer.join();
        }
        new Reader().start(); // thread: Reader.run one thread
    }
}

class Writer extends Thread {
    @Override
    public void run() {
        System.out.println("writer");
    }
}

class Reader extends Thread {
    @Override
    public void run() {
        System.out.println("reader");
    }
}
