// mode: library
// The implementations have no locks of their own: the only caller holds one.
public class DispatchUnderLockOk {
    private interface Step {
        void apply(DispatchUnderLockOk target);
    }

    private static class Increase implements Step {
        public void apply(DispatchUnderLockOk target) {
            target.value++;
        }
    }

    private static class Reset implements Step {
        public void apply(DispatchUnderLockOk target) {
            target.value = 0;
        }
    }

    private int value;

    public int increase() {
        return run(new Increase());
    }

    public int reset() {
        return run(new Reset());
    }

    private synchronized int run(Step step) {
        step.apply(this);
        return value;
    }
}
