// The counterpart of spotbugs#3428: one of the three callers of the private method does not hold the lock.
class Ask3428OneCallerUnlockedBad {
    public static void main(String[] arguments) {
        Thermostat thermostat = new Thermostat();
        new Thread(() -> thermostat.raise(2)).start();
        new Thread(() -> thermostat.lower(1)).start();
        new Thread(() -> thermostat.reset()).start();
    }
}

class Thermostat {
    private int degrees = 20;

    synchronized void raise(int by) {
        set(degrees + by);
    }

    synchronized void lower(int by) {
        set(degrees - by);
    }

    void reset() {
        set(20);
    }

    private void set(int value) {
        degrees = value; // expect: data-race/unlocked high
    }
}
