// mode: library
// A class that promises thread safety increments a plain counter without any lock.
@CounterUnlockedBad.ThreadSafe
public class CounterUnlockedBad {
    private int count;

    public void add() {
        count++; // expect: data-race/unlocked
    }

    public int count() {
        return count;
    }

    @interface ThreadSafe { }
}
