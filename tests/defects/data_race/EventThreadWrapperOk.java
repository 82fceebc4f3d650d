// The test for the event thread is in a method of the program's own; what runs is always run by the event thread.
import java.awt.EventQueue;

class EventThreadWrapperOk {
    private static int shown;

    private static boolean isEventThread() {
        return EventQueue.isDispatchThread();
    }

    static void later(Runnable step) {
        if (isEventThread()) {
            step.run();
        } else {
            EventQueue.invokeLater(step);
        }
    }

    private static void show() {
        if (shown++ > 10) {
            throw new IllegalStateException();
        }
    }

    public static void main(String[] arguments) {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> later(EventThreadWrapperOk::show)).start();
        }
    }
}
