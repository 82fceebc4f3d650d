// Program 4.3: a volatile flag publishes an ordinary field, which the writer may replace by another immutable object.
class Paper_4_3 {
    public static void main(String[] arguments) {
        VolatileSync sync = new VolatileSync();
        new Thread(sync::write).start();
        for (int i = 0; i < 2; i++) {
            new Thread(sync::read).start();
        }
    }
}

class VolatileSync {
    private volatile boolean available;
    private Data data;

    void read() {
        if (available) {
            if (data.value < 0) {
                throw new IllegalStateException("not written");
            }
        }
    }

    void write() {
        for (int i = 0; i < 1000; i++) {
            if (i % 100 == 0) {
                data = new Data(i);
                available = true;
            }
        }
    }
}

class Data {
    final int value;

    Data(int value) {
        this.value = value;
    }
}
