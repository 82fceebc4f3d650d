// An open call: the taxi copies what it needs under its lock and calls the dispatcher without it.
import java.util.HashSet;
import java.util.Set;

class LockOrderOpenCall {
    static class Taxi {
        private final Dispatcher dispatcher;
        private int position;

        Taxi(Dispatcher dispatcher) {
            this.dispatcher = dispatcher;
        }

        void moveTo(int place) {
            boolean arrived;
            synchronized (this) {
                position = place;
                arrived = place == 7;
            }
            if (arrived) {
                dispatcher.free(this);
            }
        }

        synchronized int position() {
            return position;
        }
    }

    static class Dispatcher {
        private final Set<Taxi> free = new HashSet<>();

        synchronized void free(Taxi taxi) {
            free.add(taxi);
        }

        synchronized void draw() {
            for (Taxi taxi : free) {
                System.out.println(taxi.position());
            }
        }
    }

    public static void main(String[] arguments) {
        Dispatcher dispatcher = new Dispatcher();
        Taxi taxi = new Taxi(dispatcher);
        new Thread(() -> taxi.moveTo(7)).start();
        new Thread(() -> dispatcher.draw()).start();
    }
}
