// The superclass protects its field by its own lock; the subclass writes it without.
class SubclassBad {
    public static void main(String[] arguments) {
        ResettableGauge gauge = new ResettableGauge();
        new Thread(() -> gauge.raise(2)).start();
        new Thread(() -> gauge.lower(1)).start();
        new Thread(() -> gauge.clear()).start();
    }
}

class Gauge {
    protected int level;

    synchronized void raise(int by) {
        level += by;
    }

    synchronized void lower(int by) {
        level -= by;
    }
}

class ResettableGauge extends Gauge {
    void clear() {
        level = 0; // expect: data-race/unlocked high
    }
}
