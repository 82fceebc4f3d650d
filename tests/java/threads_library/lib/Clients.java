package lib;

/** What clients of a library call, without a main. */
public final class Clients {
    private Clients() {}

    /** Shows no sign of threads: its objects belong to whoever made them. */
    public static class Plain {
        public void work() {}
    }

    /** Locks. */
    public static class Locking {
        public synchronized void work() {}
    }

    /** Shows no sign of threads, but a container calls it. */
    public static class Listener implements java.util.EventListener {
        public void work() {}
    }
}
