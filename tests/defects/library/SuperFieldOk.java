// mode: library
// The subclass uses the inherited field under the lock that the base class uses.
public class SuperFieldOk {
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

        public synchronized boolean full() {
            return count >= limit;
        }

        public boolean addIfRoom() {
            synchronized (this) {
                if (full()) {
                    return false;
                }
                super.add();
                return true;
            }
        }
    }
}
