package modern;

import papers.Use;

/** What no other thread can reach or change. */
class Confined {
    private static Confined registered;
    private static int base = 5;

    private final int limit;
    private int once;
    private int count;

    Confined(int limit) {
        this.limit = limit;
        once = limit + base;
        setCount(getCount() + 1);
        synchronized (this) {
            int old = count;
            synchronized (this) {
                count = old + 1;
            }
        }
    }

    synchronized int getCount() {
        return count;
    }

    synchronized void setCount(int value) {
        count = value;
    }

    static int newObjectOk() {
        Confined made = new Confined(3);
        int old = made.getCount();
        made.setCount(old + 1);
        return made.getCount();
    }

    static void publishedBad() {
        Confined made = new Confined(3);
        registered = made;
        int old = made.getCount();
        made.setCount(old + 1); // expect: stale-value/lost-update
    }

    void finalFieldOk() {
        int most;
        synchronized (this) {
            most = limit;
        }
        synchronized (this) {
            count = most;
        }
    }

    void writtenInConstructorOk() {
        int most;
        synchronized (this) {
            most = once;
        }
        synchronized (this) {
            count = most;
        }
    }

    void writtenInInitializerOk() {
        int most;
        synchronized (this) {
            most = base;
        }
        synchronized (this) {
            Use.of(most);
        }
    }

    /** Nothing was read under a lock; that this is a race is another check's finding. */
    void readWithoutLockOk() {
        int old = count;
        synchronized (this) {
            Use.of(old);
        }
    }
}
