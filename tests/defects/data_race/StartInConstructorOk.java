// The constructor starts the thread as its last action: all fields are written before.
class StartInConstructorOk {
    public static void main(String[] arguments) {
        new Monitor(100);
    }
}

class Monitor implements Runnable {
    private int limit;
    private String name;

    Monitor(int limit) {
        this.limit = limit;
        name = "monitor";
        new Thread(this).start();
    }

    @Override
    public void run() {
        if (Runtime.getRuntime().availableProcessors() > limit) {
            throw new IllegalStateException(name);
        }
    }
}
