// Two Timers have two threads.
import java.util.Timer;
import java.util.TimerTask;

class TwoTimersBad {
    public static void main(String[] arguments) {
        Pulse pulse = new Pulse();
        new Timer().schedule(new Beat(pulse), 10, 10);
        new Timer().schedule(new Beat(pulse), 10, 50);
    }
}

class Beat extends TimerTask {
    private final Pulse pulse;

    Beat(Pulse pulse) {
        this.pulse = pulse;
    }

    @Override
    public void run() {
        pulse.beat(1);
    }
}

class Pulse {
    private int strength;

    void beat(int by) {
        strength = (strength + by) % 100; // expect: data-race/unlocked
        if (strength < 0) {
            throw new IllegalStateException();
        }
    }
}
