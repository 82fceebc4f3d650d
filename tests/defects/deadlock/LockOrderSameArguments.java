// All callers give the two objects in the same order, so the locks of the two parameters are always ordered.
class LockOrderSameArguments {
    static class Source {
        private int units = 1000;
    }

    static class Sink {
        private int units;
    }

    public static void main(String[] arguments) {
        Source source = new Source();
        Sink sink = new Sink();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> drain(source, sink)).start();
        }
    }

    static void drain(Source source, Sink sink) {
        synchronized (source) {
            synchronized (sink) {
                source.units--;
                sink.units++;
            }
        }
    }
}
