package annotated;

import notes.GuardedBy;
import notes.Notes.ThreadSafe;

/** A volatile counter is a finding where the class shows other signs of threads. */
class Signs {
    @ThreadSafe
    static class Declared {
        private volatile int hits;

        void hitBad() {
            hits++; // expect: stale-value/lost-update
        }

        void start() {
            if (hits > 0) new Thread().start();
        }
    }

    static class Guarded {
        private volatile int hits;
        @GuardedBy("this")
        private int others;

        void hitGuardedBad() {
            hits++; // expect: stale-value/lost-update
        }

        void start() {
            if (hits > 0) new Thread().start();
        }
    }

    static class Plain {
        private volatile int hits;

        void hitPlainBad() {
            hits++; // expect-audit: stale-value/lost-update
        }

        void start() {
            if (hits > 0) new Thread().start();
        }
    }

    /** Nothing but the annotation tells that it is shared. */
    @ThreadSafe
    static class OnlyDeclared {
        int number;
    }

    static class OnlyGuarded {
        @GuardedBy("this")
        int number;
    }

    static class Neither {
        int number;
    }
}
