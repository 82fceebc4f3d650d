// The notifier knows the object that is waited for by another name and in another class.
class IndefiniteAlias {
    static class Signal {
        private boolean given;
    }

    static class Giver implements Runnable {
        private final Signal target;

        Giver(Signal target) {
            this.target = target;
        }

        @Override
        public void run() {
            synchronized (target) {
                target.given = true;
                announce(target);
            }
        }

        private static void announce(Object object) {
            object.notifyAll();
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        Signal signal = new Signal();
        new Thread(new Giver(signal)).start();
        synchronized (signal) {
            while (!signal.given) {
                signal.wait();
            }
        }
    }
}
