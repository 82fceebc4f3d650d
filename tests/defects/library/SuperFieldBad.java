// mode: library
// The base class guards its field; the subclass reads the inherited field without the lock.
public class SuperFieldBad {
    public static class Base {
        protected int count;

        public synchronized void add() {
            count++;
        }
    }

    public static class Derived extends Base {
        private final int limit;

        public Derived(int limit) {
            this.limit = limit;
        }

        public boolean full() {
            return count >= limit; // expect: data-race/all-writes-locked
        }
    }
}
