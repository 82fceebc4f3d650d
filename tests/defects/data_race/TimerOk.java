// One Timer has one thread, which runs both of its tasks.
import java.util.Timer;
import java.util.TimerTask;

class TimerOk {
    public static void main(String[] arguments) {
        Timer timer = new Timer();
        Pulse pulse = new Pulse();
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                pulse.beat(1);
            }
        }, 10, 10);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                pulse.beat(5);
            }
        }, 10, 50);
    }
}

class Pulse {
    private int strength;

    void beat(int by) {
        strength += by;
        if (strength > 100) {
            strength = 0;
        }
    }
}
