// The tasks of one Timer have one thread: they never overlap. A task that is repeated is many.
// parallel: Tick.run Tick.run no (one timer)
// parallel: Tick.run Once.run no (one timer)
// parallel: Tick.run Other.run yes (two timers)
import java.util.Timer;
import java.util.TimerTask;

class ThreadTimer {
    static int total;

    public static void main(String[] arguments) {
        Timer timer = new Timer();
        timer.schedule(new Tick(), 10, 10); // thread: Tick.run one timer serial ; object Tick: thread unique
        timer.schedule(new Once(), 10); // thread: Once.run one timer serial
        new Timer().schedule(new Other(), 10); // thread: Other.run one timer serial
    }
}

class Tick extends TimerTask {
    @Override
    public void run() {
        ThreadTimer.total++; // access: threads=Tick.run locks=none
        Object made = new Object[1]; // object: !unique !shared
        System.out.println(made);
    }
}

class Once extends TimerTask {
    @Override
    public void run() {
        ThreadTimer.total++; // access: threads=Once.run locks=none
    }
}

class Other extends TimerTask {
    @Override
    public void run() {
        ThreadTimer.total++; // access: threads=Other.run locks=none
    }
}
