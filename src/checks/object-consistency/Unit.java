package snag.runtime;

/**
 * One unit of object consistency on one object: from the begin of the outermost method activation (or monitor entry)
 * to its end.
 */
final class Unit {
    /** The object's number of writes when the unit began. */
    final long version;
    /** Entries of the thread's stack that belong to it. */
    int depth = 1;
    /** Read by other threads, without order: see Units. */
    boolean active = true;

    Unit(long version) {
        this.version = version;
    }
}
