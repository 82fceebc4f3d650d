// mode: library
// Double-checked locking of an immutable object: its final fields are safe, but the read still races.
public class DoubleCheckedFinalBad {
    private Range range;

    public int low() {
        Range result = range; // expect: data-race/all-writes-locked
        if (result == null) {
            synchronized (this) {
                result = range;
                if (result == null) {
                    result = new Range(3);
                    range = result;
                }
            }
        }
        return result.low;
    }

    private static final class Range {
        final int low;

        Range(int low) {
            this.low = low;
        }
    }
}
