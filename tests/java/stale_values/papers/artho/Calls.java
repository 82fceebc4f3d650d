package papers.artho;

import papers.Use;

/** Section 4, method calls: a callee that acquires a new lock returns a fresh value, a reentrant one does not. */
class Calls {
    private final Object other = new Object();
    private int field;

    synchronized int get() {
        return field;
    }

    synchronized void set(int value) {
        field = value;
    }

    synchronized void reentrantCallOk() {
        int value = get();
        Use.of(value);
    }

    void reentrantCallInBlockOk() {
        synchronized (this) {
            int value = get();
            set(value + 1);
        }
    }

    /** The callee takes no lock at all: it behaves like an operation of the caller's block. */
    synchronized void plainCallOk() {
        int value = plain();
        Use.of(value);
    }

    private int plain() {
        return field;
    }

    void lockingCallBad() {
        int value = get();
        Use.of(value); // expect-audit: block-atomicity/escaped-value
    }

    void lockingCallUnderAnotherLockBad() {
        synchronized (other) {
            int value = get();
            Use.of(value); // expect-audit: block-atomicity/escaped-value
        }
    }
}
