package papers.artho;

import papers.Use;

/** Section 4: every nested lock has a block of its own. */
class NestedLocks {
    private final Object outer = new Object();
    private final Object inner = new Object();
    private final Shared shared = new Shared();

    void useInOuterBlockBad() {
        synchronized (outer) {
            int f;
            synchronized (inner) {
                f = shared.field;
            }
            Use.of(f); // expect-audit: block-atomicity/escaped-value
        }
    }

    void useInInnerBlockOk() {
        synchronized (outer) {
            synchronized (inner) {
                int f = shared.field;
                Use.of(f);
            }
        }
    }

    void write(int value) {
        synchronized (inner) {
            shared.field = value;
        }
    }
}
