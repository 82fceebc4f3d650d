// The constructor starts a thread that uses the object, and only then writes the field that the thread reads.
class ThisEscapesBad {
    public static void main(String[] arguments) {
        new Monitor(100);
    }
}

class Monitor implements Runnable {
    private int limit;

    Monitor(int limit) {
        new Thread(this).start();
        this.limit = limit; // expect: data-race/unlocked
    }

    @Override
    public void run() {
        if (Runtime.getRuntime().availableProcessors() > limit) {
            throw new IllegalStateException();
        }
    }
}
