package snag.runtime;

/**
 * OWNED: one thread has touched the object so far, first at {@code site}. Immutable and shared by all objects that this thread
 * touched first at this site ({@link PerThread#owned}), so an owned object costs one word.
 */
final class Owned extends State {
    private static final long[] NEVER = new long[1];

    final int site;

    Owned(Thread owner, int site) {
        super(owner, NEVER);
        this.site = site;
    }
}
