// Spurious in 7.1.6 (jigsaw's CommonLogger, specjbb's SaveOutput, hedc's getProperty): a method that is not
// synchronized itself calls a private one that is. Accesses belong to where they happen (7.1.8), so nothing is reported
// in any mode.
// variant: default
// variant: lockset options="--lockset-only"
// variant: object options="--lockset-only --granularity object"
// variant: consistency options="--checks object-consistency"
public class PrivateSynchronizedOk {
    private static int properties;
    private int lines;

    void log(String text) {
        write(text);
    }

    private synchronized void write(String text) {
        lines += text.length();
    }

    static int property() {
        return lookUp();
    }

    private static synchronized int lookUp() {
        return ++properties;
    }

    public static void main(String[] args) throws InterruptedException {
        PrivateSynchronizedOk logger = new PrivateSynchronizedOk();
        Runnable work = () -> {
            for (int i = 0; i < 200; i++) {
                logger.log("line");
                property();
            }
        };
        Thread one = new Thread(work);
        Thread two = new Thread(work);
        one.start();
        two.start();
        one.join();
        two.join();
        synchronized (logger) {
            System.out.println(logger.lines + property());
        }
    }
}
