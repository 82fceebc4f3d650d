package sections;

import static sections.Use.use;

import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/** How old values are: Burrows and Leino's J0, J1 and J2, and the block of Artho and others. */
class Ages {
    private final Object lock = new Object();
    private final Object other = new Object();
    private final AtomicInteger hits = new AtomicInteger();
    private final int limit = new Random().nextInt();
    private int count;
    private volatile int ticks;
    private boolean busy;
    private int[] slots = new int[4];

    void increment() {
        int old;
        synchronized (lock) {
            old = count;
            use(old); // site: J1 inside
        } // site: J1 left
        use(old); // site: J1 outside
        int next = old + 1;
        use(next); // site: J1 derived
        synchronized (lock) { // site: J0 entered
            use(next); // site: J0
            count = next;
        }
    }

    void outsideAnySection() {
        int old = count;
        synchronized (lock) {
            use(old); // site: J1 not from a section
        }
    }

    void numbersOfSections() {
        int old;
        synchronized (lock) {
            old = count;
        }
        synchronized (lock) {
            use(old); // site: J2 one
        }
        use(old); // site: J2 stays one
        synchronized (lock) {
            use(old); // site: J2 two
        }
        synchronized (lock) {
            old = count;
            use(old); // site: J2 assigned again
        }
    }

    void manySections(int times) {
        int old;
        synchronized (lock) {
            old = count;
        }
        for (int i = 0; i < times; i++) {
            synchronized (lock) {
                use(old); // site: J2 oldest
            }
        }
    }

    void anotherLock() {
        int old;
        synchronized (lock) {
            old = count;
        }
        synchronized (other) {
            use(old); // site: another lock
        }
    }

    void fieldThatNeverChanges() {
        int old;
        synchronized (lock) {
            old = limit;
        }
        synchronized (lock) {
            use(old); // site: never changes
        }
    }

    void branches(boolean twice) {
        int old;
        synchronized (lock) {
            old = count;
        }
        if (twice) {
            synchronized (lock) {
                use(old); // site: one branch
            }
        } else {
            use(old); // site: other branch
        }
        use(old); // site: branches joined
    }

    void nested() {
        int old;
        synchronized (lock) {
            synchronized (other) {
                old = count;
                use(old); // site: nested inside
            }
            use(old); // site: nested inner left
        }
        use(old); // site: nested both left
        synchronized (other) {
            use(old); // site: nested inner again
        }
        synchronized (lock) {
            use(old); // site: nested outer again
        }
    }

    void nestedButReadOutside() {
        int old;
        synchronized (lock) {
            old = count;
            synchronized (other) {
                use(old); // site: within another
            }
            use(old); // site: another left
        }
    }

    void reentered() {
        int old;
        synchronized (lock) {
            old = count;
            synchronized (lock) {
                use(old); // site: entered twice
            }
            use(old); // site: left once
        }
        use(old); // site: left twice
        synchronized (lock) {
            synchronized (lock) {
                use(old); // site: entered twice again
            }
        }
    }

    void readInInnerOfTheSameLock() {
        int old;
        synchronized (lock) {
            synchronized (lock) {
                old = count;
            }
            use(old); // site: inner of the same left
        }
    }

    synchronized void waits() throws InterruptedException {
        int old = count;
        use(old); // site: before wait
        wait();
        use(old); // site: after wait
        wait();
        use(old); // site: after two waits
    }

    void waitsForTheInnerLock() throws InterruptedException {
        synchronized (lock) {
            synchronized (other) {
                int old = count;
                other.wait();
                use(old); // site: outer lock kept
            }
        }
    }

    synchronized void waitsInCallee() throws InterruptedException {
        int old = count;
        awaitBusy();
        use(old); // site: callee waited
    }

    private void awaitBusy() throws InterruptedException {
        while (!busy) wait();
    }

    void loopCarried(int times) {
        int last = 0;
        int older = 0;
        for (int i = 0; i < times; i++) {
            int now;
            synchronized (lock) {
                now = count;
                use(now); // site: loop now
                use(last); // site: loop last
                use(older); // site: loop older
            }
            older = last;
            last = now;
        }
        use(last); // site: loop ended
    }

    void caught() {
        int old = 0;
        try {
            synchronized (lock) {
                old = count;
                Use.mayThrow();
                use(old); // site: not thrown
            }
        } catch (IllegalStateException e) {
            use(old); // site: caught outside
        }
    }

    void caughtInside() {
        int old = 0;
        synchronized (lock) {
            try {
                old = count;
                Use.mayThrow();
            } catch (IllegalStateException e) {
                use(old); // site: caught inside
            }
        }
    }

    void handedOver() {
        int old;
        synchronized (lock) {
            old = count;
            count = 0;
        }
        use(old); // site: handed over
    }

    void writtenLater() {
        int old;
        synchronized (lock) {
            old = count;
        }
        synchronized (lock) {
            count = 0;
            use(old); // site: written later
        }
    }

    void handedOverOnOnePath(boolean reset) {
        int old;
        synchronized (lock) {
            old = count;
            if (reset) count = 0;
        }
        use(old); // site: claimed
    }

    void claims() {
        boolean mine = false;
        synchronized (lock) {
            if (!busy) {
                busy = true;
                mine = true;
            }
        }
        use(mine); // site: flag
    }

    void handedOverElement(int from, int to) {
        int old;
        synchronized (lock) {
            old = slots[from];
            slots[to] = 0;
        }
        use(old); // site: element of the same array
    }

    void choice() {
        boolean empty;
        synchronized (lock) {
            empty = count == 0;
        }
        synchronized (lock) {
            use(empty); // site: choice
        }
    }

    void derived(Random random) {
        int old;
        synchronized (lock) {
            old = count;
        }
        use(Math.max(old, 1)); // site: derived by the library
        use(twice(old)); // site: derived by the application
        use("count " + old); // site: derived by concatenation
        use(random.nextInt(old)); // site: not derived
    }

    static int twice(int number) {
        return 2 * number;
    }

    void twoOrigins() {
        int sum;
        synchronized (lock) {
            sum = count;
        }
        synchronized (other) {
            sum += slots[0];
        }
        synchronized (lock) {
            use(sum); // site: two origins
        }
    }

    synchronized int get() {
        return count;
    }

    synchronized void set(int value) {
        count = value;
    }

    void callees() {
        int old = get();
        use(old); // site: callee released
        set(old + 1); // site: callee enters
        use(old); // site: callee entered
    }

    void calleeUnderLock() {
        synchronized (this) {
            int old = get();
            use(old); // site: callee under lock
        }
    }

    void volatileField() {
        int old = ticks;
        use(old); // site: volatile read
        int again = ticks;
        use(old); // site: volatile read again
        use(again); // site: volatile second value
    }

    void volatileFieldUnderLock() {
        synchronized (lock) {
            int old = ticks;
            use(old); // site: volatile under lock
        }
    }

    void atomic() {
        int old = hits.get();
        use(old); // site: atomic read
        hits.set(old + 1); // site: atomic written
    }

    native int device();

    void unknownCode() {
        int old = device();
        use(old); // site: unknown code
    }
}
