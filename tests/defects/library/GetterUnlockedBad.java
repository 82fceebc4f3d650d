// mode: library
// The setter is synchronized, the getter is not: it may return an old temperature for ever.
public class GetterUnlockedBad {
    private double degrees;

    public synchronized void set(double newDegrees) {
        degrees = newDegrees;
    }

    public synchronized void warm(double by) {
        degrees += by;
    }

    public double get() {
        return degrees; // expect: data-race/all-writes-locked
    }
}
