package papers;

/** Uses of a value that do nothing else: a copy into a local alone leaves no trace in bytecode. */
public final class Use {
    private Use() {}

    public static void of(int value) {
        if (value == Integer.MIN_VALUE) Thread.yield();
    }

    public static void of(Object value) {
        if (value == null) Thread.yield();
    }
}
