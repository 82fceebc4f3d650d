package snag.runtime;

/**
 * The shadow word of an object: what the synthetic field {@code $snag} of an application object refers to. null is INIT
 * (figure 7.1 of von Praun 2004), {@link Owned} is OWNED, {@link Shadow} is everything after the hand-over.
 *
 * Generated code reads {@code owner} and compares it with the current thread; that is the whole check for owned
 * objects.
 */
public class State {
    /** The only thread that has touched the object, or null once there was a second one. */
    public final Thread owner;

    /**
     * What {@link Hooks#read} asks second: has this thread, at its present stamp, been here already at this site? Four
     * keys in the object itself, further ones in a table (see Seen). In the base class, so that the fast path needs no
     * type test; never set in an Owned.
     */
    long key0;
    long key1;
    long key2;
    long key3;
    long[] seen = Seen.NOTHING;

    State(Thread owner) {
        this.owner = owner;
    }
}
