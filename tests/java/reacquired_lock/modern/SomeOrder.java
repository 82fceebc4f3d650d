package modern;

/** Two objects are locked in an order that their numbers say: inside both are held, whichever came first. */
class SomeOrder {
    private final int id;
    private long sum;

    SomeOrder(int id) {
        this.id = id;
    }

    synchronized long sum() {
        return sum;
    }

    synchronized void setSum(long to) {
        sum = to;
    }

    void twoChoicesOk(SomeOrder other, long amount) {
        SomeOrder first = id < other.id ? this : other;
        SomeOrder second = id < other.id ? other : this;
        synchronized (first) {
            synchronized (second) {
                setSum(sum() - amount);
                other.setSum(other.sum() + amount);
            }
        }
    }

    void oneChoiceOk(SomeOrder other, long amount) {
        SomeOrder first, second;
        if (System.identityHashCode(this) < System.identityHashCode(other)) {
            first = this;
            second = other;
        } else {
            first = other;
            second = this;
        }
        synchronized (first) {
            synchronized (second) {
                setSum(sum() - amount);
                other.setSum(other.sum() + amount);
            }
        }
    }

    static void swappedOk(SomeOrder a, SomeOrder b, long amount) {
        SomeOrder first = a, second = b;
        if (first.id > second.id) {
            SomeOrder third = first;
            first = second;
            second = third;
        }
        synchronized (first) {
            synchronized (second) {
                a.setSum(a.sum() - amount);
                b.setSum(b.sum() + amount);
            }
        }
    }

    static void theOtherOk(SomeOrder a, SomeOrder b, long amount) {
        SomeOrder first = a.id < b.id ? a : b;
        SomeOrder second = first == a ? b : a;
        synchronized (first) {
            synchronized (second) {
                a.setSum(a.sum() - amount);
                b.setSum(b.sum() + amount);
            }
        }
    }

    void onlyOneBad(SomeOrder other, long amount) {
        SomeOrder first = id < other.id ? this : other;
        synchronized (first) {
            setSum(sum() - amount); // expect: reacquired-lock/dependent
        }
    }

    /** Both times the same one. */
    void twiceTheSameBad(SomeOrder other, long amount) {
        SomeOrder first, second;
        if (id < other.id) {
            first = this;
            second = this;
        } else {
            first = other;
            second = other;
        }
        synchronized (first) {
            synchronized (second) {
                setSum(sum() - amount); // expect: reacquired-lock/dependent
            }
        }
    }

    /** The inner one has been given back. */
    void afterwardsBad(SomeOrder other, long amount) {
        SomeOrder first = id < other.id ? this : other;
        SomeOrder second = id < other.id ? other : this;
        synchronized (first) {
            synchronized (second) {
                setSum(1);
            }
            setSum(sum() - amount); // expect: reacquired-lock/dependent
        }
    }
}
