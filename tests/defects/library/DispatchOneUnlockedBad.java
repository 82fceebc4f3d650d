// mode: library
// One implementation takes the lock of its target, the other writes without it.
public class DispatchOneUnlockedBad {
    private interface Step {
        void apply(DispatchOneUnlockedBad target);
    }

    private static class Increase implements Step {
        public void apply(DispatchOneUnlockedBad target) {
            synchronized (target) {
                target.value++;
            }
        }
    }

    private static class Reset implements Step {
        public void apply(DispatchOneUnlockedBad target) {
            target.value = 0; // expect: data-race/unlocked
        }
    }

    private int value;

    public void change(boolean reset) {
        Step step = reset ? new Reset() : new Increase();
        step.apply(this);
    }

    public synchronized int value() {
        return value;
    }
}
