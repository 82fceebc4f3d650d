// mode: library
// The overriding method forgets the synchronized of the method that it overrides.
public class OverrideDropsLockBad {
    public static class Base {
        protected long total;

        public synchronized void add(long n) {
            total += n;
        }

        public synchronized long total() {
            return total;
        }
    }

    public static class Doubling extends Base {
        @Override
        public void add(long n) {
            total += 2 * n; // expect: data-race/unlocked
        }
    }
}
