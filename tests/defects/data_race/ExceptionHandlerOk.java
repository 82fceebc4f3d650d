// The constructor sets a handler, which is its own object, and goes on to write fields. The handler runs when a thread
// ends that was started later.
class ExceptionHandlerOk implements Thread.UncaughtExceptionHandler {
    private final Thread worker;
    private String name;
    private int rounds;

    ExceptionHandlerOk() {
        worker = new Thread(this::work);
        worker.setUncaughtExceptionHandler(this);
        name = "worker";
        rounds = 3;
    }

    private void work() {
        for (int i = 0; i < rounds; i++) {
            System.out.println(name + i);
        }
        throw new IllegalStateException(name);
    }

    @Override
    public void uncaughtException(Thread thread, Throwable problem) {
        System.out.println(name + " has failed: " + problem);
    }

    public static void main(String[] arguments) {
        ExceptionHandlerOk program = new ExceptionHandlerOk();
        program.worker.start();
    }
}
