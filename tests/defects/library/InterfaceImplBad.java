// mode: library
// The interface promises thread safety; one implementation keeps the promise, the other does not.
public class InterfaceImplBad {
    @interface ThreadSafe { }

    @ThreadSafe
    public interface Meter {
        void mark();

        long value();
    }

    public static class Careful implements Meter {
        private long marks;

        public synchronized void mark() {
            marks++;
        }

        public synchronized long value() {
            return marks;
        }
    }

    public static class Fast implements Meter {
        private long marks;

        public void mark() {
            marks++; // expect: data-race/unlocked
        }

        public long value() {
            return marks;
        }
    }
}
