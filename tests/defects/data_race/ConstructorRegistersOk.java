// A constructor that registers its object goes on to set up a part of it: nobody uses the part before it is ready.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

class ConstructorRegistersOk {
    static final List<Object> REGISTRY = Collections.synchronizedList(new ArrayList<>());

    static class Transport {
        private Runnable listener;

        void start(Runnable first) {
            listener = first;
        }

        synchronized void stop() {
            Runnable last = listener;
            listener = null;
            if (last != null) last.run();
        }
    }

    static class Channel {
        private final Transport transport;

        Channel() {
            REGISTRY.add(this);
            transport = new Transport();
            transport.start(() -> System.out.println("stopped"));
        }

        void stop() {
            transport.stop();
        }
    }

    public static void main(String[] arguments) {
        Channel channel = new Channel();
        for (int i = 0; i < 2; i++) new Thread(channel::stop).start();
        new Thread(() -> new Channel().stop()).start();
    }
}
