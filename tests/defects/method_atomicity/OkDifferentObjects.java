// The value is read from one object and stored into another one of the same class.
class OkDifferentObjects {
    static class Gauge {
        private int value;

        synchronized int get() {
            return value;
        }

        synchronized void set(int value) {
            this.value = value;
        }
    }

    static final Gauge INSIDE = new Gauge();
    static final Gauge SHOWN = new Gauge();

    public static void main(String[] arguments) {
        new Thread(OkDifferentObjects::show).start();
        new Thread(() -> INSIDE.set(20)).start();
        new Thread(() -> System.out.println(SHOWN.get())).start();
    }

    static void show() {
        int value = INSIDE.get();
        SHOWN.set(value);
    }
}
