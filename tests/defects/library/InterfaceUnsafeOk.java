// mode: library
// The interface promises nothing, and the class that implements it without a lock shows no thought of threads.
public class InterfaceUnsafeOk {
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

    public static class Simple implements Meter {
        private long marks;

        public void mark() {
            marks++;
        }

        public long value() {
            return marks;
        }
    }
}
