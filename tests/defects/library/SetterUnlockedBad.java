// mode: library
// The getter is synchronized, the setter is not.
public class SetterUnlockedBad {
    private long limit;

    public void setLimit(long newLimit) {
        limit = newLimit; // expect: data-race/unlocked
    }

    public synchronized long limit() {
        return limit;
    }

    public synchronized boolean exceeds(long value) {
        return value > limit;
    }
}
