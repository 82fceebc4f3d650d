// mode: library
// The outer class is not thread-safe, but its nested class promises to be.
@NestedThreadSafeBad.NotThreadSafe
public class NestedThreadSafeBad {
    private int size;

    public void add() {
        size++;
    }

    public int size() {
        return size;
    }

    @ThreadSafe
    public static class Meter {
        private long marks;

        public void mark() {
            marks++; // expect: data-race/unlocked
        }

        public long marks() {
            return marks;
        }
    }

    @interface ThreadSafe { }

    @interface NotThreadSafe { }
}
