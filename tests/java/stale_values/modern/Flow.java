package modern;

import papers.Use;

/** Ways of a value from one section into the next. */
class Flow {
    record Point(int x, int y) {}

    private final int[] cells = new int[8];
    private int count;
    private int rare;
    private long total;
    private String text = "";
    private String state = "idle";
    private Integer boxed = 0;
    private Point position = new Point(0, 0);

    synchronized int getCount() {
        return count;
    }

    synchronized void setCount(int value) {
        count = value;
    }

    synchronized void increment() {
        count++;
    }

    synchronized void incrementBelow(int limit) {
        if (count < limit) count++;
    }

    synchronized void setRare(int value) {
        rare = value;
    }

    synchronized String getState() {
        return state;
    }

    synchronized void setState(String next) {
        state = next;
    }

    synchronized Point getPosition() {
        return position;
    }

    synchronized void setPosition(Point next) {
        position = next;
    }

    private static int clamp(int value) {
        return value > 100 ? 100 : value;
    }

    void carriedIntoNextIterationBad(int rounds) {
        int seen = 0;
        for (int i = 0; i < rounds; i++) {
            synchronized (this) {
                Use.of(seen); // expect: stale-value/stale-use
                seen = count;
            }
        }
    }

    void readBeforeLoopBad(int rounds) {
        int old = getCount();
        for (int i = 0; i < rounds; i++) {
            synchronized (this) {
                count = old + i; // expect: stale-value/lost-update
            }
        }
    }

    void readInEachIterationOk(int rounds) {
        int old;
        for (int i = 0; i < rounds; i++) {
            synchronized (this) {
                old = count;
                count = old + 1;
            }
        }
    }

    void loopConditionBad() {
        while (getCount() < 10) {
            increment(); // expect: stale-value/check-then-act
        }
    }

    void earlyReturnBad() {
        if (getCount() >= 10) return;
        increment(); // expect: stale-value/check-then-act
    }

    void guardThrowsBad() {
        if (getCount() >= 10) {
            throw new IllegalStateException("full");
        }
        increment(); // expect: stale-value/check-then-act
    }

    void shortCircuitBad(boolean enabled) {
        boolean empty;
        synchronized (this) {
            empty = count == 0;
        }
        if (enabled && empty) {
            synchronized (this) {
                count = 1; // expect: stale-value/check-then-act
            }
        }
    }

    void recheckInCalleeOk() {
        if (getCount() < 10) {
            incrementBelow(10);
        }
    }

    void decidesAboutOtherFieldOk() {
        if (getCount() < 10) {
            setRare(1);
        }
    }

    void decidesNothingOk() {
        if (getCount() < 10) {
            Use.of(1);
        }
        increment();
    }

    void ternaryBad() {
        int old = getCount();
        int next = old > 5 ? old - 5 : 0;
        setCount(next); // expect: stale-value/lost-update
    }

    void ternaryOfConstantsBad() {
        int next = getCount() > 5 ? 0 : 7;
        setCount(next); // expect: stale-value/lost-update
    }

    void switchOnStringBad() {
        switch (getState()) {
            case "idle":
                setState("busy"); // expect: stale-value/check-then-act
                break;
            default:
                Use.of(0);
        }
    }

    synchronized void switchOnStringOk() {
        switch (getState()) {
            case "idle":
                setState("busy");
                break;
            case "busy":
                setState("idle");
                break;
            default:
                break;
        }
    }

    void wideAndConvertedBad() {
        long old;
        synchronized (this) {
            old = total;
        }
        double scaled = old * 1.5;
        synchronized (this) {
            total = (long) scaled; // expect: stale-value/lost-update
        }
    }

    void concatenatedBad(int number) {
        String old;
        synchronized (this) {
            old = text;
        }
        String next = old + "/" + number;
        synchronized (this) {
            text = next; // expect: stale-value/lost-update
        }
    }

    void concatenatedForPrintingOk() {
        int old = getCount();
        String line = "count " + old;
        System.out.println(line);
    }

    void pureFunctionsBad() {
        int old = getCount();
        int next = clamp(Math.max(old, 0) + 1);
        setCount(next); // expect: stale-value/lost-update
    }

    void boxedBad() {
        Integer old;
        synchronized (this) {
            old = boxed;
        }
        Integer next = old + 1;
        synchronized (this) {
            boxed = next; // expect: stale-value/lost-update
        }
    }

    void recordPutBackBad() {
        Point old = getPosition();
        setPosition(old); // expect: stale-value/lost-update
    }

    void recordComponentBad() {
        Point old = getPosition();
        int x = old.x();
        synchronized (this) {
            Use.of(x); // expect: stale-value/stale-use
        }
    }

    /** The value goes through a field of a new object. */
    void recordRebuiltFalseNegative() {
        Point old = getPosition();
        setPosition(new Point(old.x() + 1, old.y()));
    }

    synchronized void recordRebuiltOk() {
        Point old = getPosition();
        setPosition(new Point(old.x() + 1, old.y()));
    }

    void arrayElementBad(int i) {
        int old;
        synchronized (this) {
            old = cells[i];
        }
        synchronized (this) {
            cells[i] = old + 1; // expect: stale-value/lost-update
        }
    }

    void arrayElementOk(int i) {
        synchronized (this) {
            int old = cells[i];
            cells[i] = old + 1;
        }
    }

    void throughCatchBad() {
        int old = getCount();
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            Use.of(e);
        }
        setCount(old + 1); // expect: stale-value/lost-update
    }

    void overwrittenOnOnePathBad(boolean reset) {
        int value = getCount();
        if (reset) value = 5;
        setCount(value); // expect: stale-value/lost-update
    }

    void overwrittenOk() {
        int value = getCount();
        Use.of(value);
        value = 5;
        setCount(value);
    }

    void readAgainIntoSameLocalOk() {
        int value = getCount();
        Use.of(value);
        synchronized (this) {
            value = count;
            count = value + 1;
        }
    }
}
