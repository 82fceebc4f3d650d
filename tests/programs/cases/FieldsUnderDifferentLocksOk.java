// Spurious in 7.1.6 and 7.2.6 (jigsaw's ClientState): different fields of one object under different locks. Each field
// is protected; the object as a whole is not.
// variant: default
// variant: lockset options="--lockset-only"
// variant: object options="--granularity object"
// variant: lockset-object options="--lockset-only --granularity object"
// variant: consistency options="--checks object-consistency"
// expect object,lockset-object: object-race FieldsUnderDifferentLocksOk*
public class FieldsUnderDifferentLocksOk {
    private static final Object LIST = new Object();
    private int previous;
    private int idle;

    void link() {
        synchronized (LIST) {
            previous++;
        }
    }

    synchronized void use() {
        idle++;
    }

    public static void main(String[] args) throws InterruptedException {
        FieldsUnderDifferentLocksOk state = new FieldsUnderDifferentLocksOk();
        Thread one = new Thread(() -> {
            for (int i = 0; i < 30; i++) {
                state.link();
                nap(2);
            }
        });
        Thread two = new Thread(() -> {
            for (int i = 0; i < 30; i++) {
                state.use();
                nap(2);
            }
        });
        one.start();
        two.start();
        one.join();
        two.join();
        synchronized (LIST) {
            System.out.println(state.previous);
        }
        synchronized (state) {
            System.out.println(state.idle);
        }
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
