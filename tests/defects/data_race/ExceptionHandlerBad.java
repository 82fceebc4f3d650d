// Two threads may fail at the same time: each runs the handler, which counts without a lock.
class ExceptionHandlerBad implements Thread.UncaughtExceptionHandler {
    private int failures;

    @Override
    public void uncaughtException(Thread thread, Throwable problem) {
        failures++; // expect: data-race/unlocked high
        if (failures > 1) {
            System.exit(1);
        }
    }

    public static void main(String[] arguments) {
        ExceptionHandlerBad handler = new ExceptionHandlerBad();
        for (int i = 0; i < 2; i++) {
            Thread worker = new Thread(() -> {
                throw new IllegalStateException();
            });
            worker.setUncaughtExceptionHandler(handler);
            worker.start();
        }
    }
}
