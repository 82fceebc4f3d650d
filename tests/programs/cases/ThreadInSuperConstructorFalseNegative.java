// A known gap: the super constructor starts the thread; the subclass writes its own fields afterwards, in its
// constructor. A constructor's accesses to this are not checked before this escapes in that constructor, and super() is
// taken not to let it escape.
// variant: default
public class ThreadInSuperConstructorFalseNegative {
    static class Service {
        Service() {
            Thread thread = new Thread(this::serve);
            thread.start();
            nap(20);
        }

        void serve() {
        }
    }

    static class Counting extends Service {
        int limit;
        volatile boolean ended;

        Counting() {
            super();
            for (int i = 0; i < 20; i++) {
                limit++;
                nap(2);
            }
        }

        @Override
        void serve() {
            int sum = 0;
            for (int i = 0; i < 30; i++) {
                sum += limit;
                nap(2);
            }
            ended = sum >= 0;
        }
    }

    public static void main(String[] args) {
        Counting service = new Counting();
        while (!service.ended) {
            nap(1);
        }
        System.out.println("ended");
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
