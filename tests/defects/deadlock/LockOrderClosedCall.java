// The taxi calls the dispatcher under its own lock, and the dispatcher calls the taxi under the dispatcher's lock.
import java.util.HashSet;
import java.util.Set;

class LockOrderClosedCall {
    static class Taxi {
        private final Dispatcher dispatcher;
        private int position;

        Taxi(Dispatcher dispatcher) {
            this.dispatcher = dispatcher;
        }

        void moveTo(int place) {
            synchronized (this) {
                position = place;
                if (place == 7) {
                    dispatcher.free(this);
                }
            }
        }

        int position() {
            synchronized (this) {
                return position;
            }
        }
    }

    static class Dispatcher {
        private final Set<Taxi> free = new HashSet<>();

        void free(Taxi taxi) {
            synchronized (this) {            // expect: deadlock/lock-order
                free.add(taxi);
            }
        }

        void draw() {
            synchronized (this) {
                for (Taxi taxi : free) {
                    System.out.println(taxi.position());
                }
            }
        }
    }

    public static void main(String[] arguments) {
        Dispatcher dispatcher = new Dispatcher();
        Taxi taxi = new Taxi(dispatcher);
        dispatcher.free(taxi);
        new Thread(() -> taxi.moveTo(7)).start();
        new Thread(() -> dispatcher.draw()).start();
    }
}
