package snag.runtime;

/**
 * What the shadow word of an object, its synthetic field {@code $snag}, may refer to. A Thread is OWNED (figure 7.1 of
 * von Praun 2004), by that thread; {@link Owned} is OWNED too, by a thread that has also synchronised with the object;
 * {@link Shadow} is everything after the hand-over; null is INIT.
 *
 * Constructors store the current thread (init of figure 7.2), and generated code compares the word with it: that is the
 * whole check for owned objects, through which the JIT compiler sees, so that a second check of an object costs nothing
 * and one that never leaves its method still lives in registers. Null is left for objects that no constructor made
 * (read from a stream, cloned); the first thread that touches one owns it. It was otherwise: an Owned for each thread and
 * place of first use, which told where that was; the ray tracer of bench/programs took 3.3 times its own time instead of
 * 1.4.
 */
class State {
    /** The only thread that has touched the object, or null once there was a second one. */
    final Thread owner;

    State(Thread owner) {
        this.owner = owner;
    }

    /**
     * The word of objects that several threads read and none has written since they were shared (shared read of figure
     * 7.1), with the happens-before filter: one for all. A read then leaves no trace, so generated code lets it
     * pass after one more comparison; the first write makes a Shadow again. What is missed is a race of that one write
     * with reads before it, and not with those after it. The ray tracer whose threads share a scene (mtrt of
     * bench/programs) went from 8 times its own time to 6 by this.
     */
    static final State FROZEN = new State(null);

    /** The word of a static field that was reported: nothing about it is left to find. */
    static final State DONE = new State(null);

    /** A shadow word as a State: a bare Thread becomes an Owned that is stored nowhere. */
    static State of(Object word) {
        return word instanceof Thread ? new Owned((Thread) word, Site.NONE, null, null) : (State) word;
    }
}
