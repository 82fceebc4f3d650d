// A long may be written in two halves: the reader could see one half of each of two values.
class LongBad {
    public static void main(String[] arguments) {
        Sensor sensor = new Sensor();
        new Thread(sensor::measure).start();
        new Thread(() -> {
            if (sensor.last() == 1L << 40) {
                throw new IllegalStateException("torn");
            }
        }).start();
    }
}

class Sensor {
    private long value;

    void measure() {
        for (int i = 0; i < 1000; i++) {
            value = ((long) i << 40) + i; // expect: data-race/unlocked
        }
    }

    long last() {
        return value;
    }
}
