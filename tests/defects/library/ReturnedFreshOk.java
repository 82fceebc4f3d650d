// mode: library
// A private method returns a fresh object, and its caller may still write to it.
@ReturnedFreshOk.ThreadSafe
public class ReturnedFreshOk {
    private final java.util.concurrent.atomic.AtomicInteger ids = new java.util.concurrent.atomic.AtomicInteger();

    public Ticket issue(String owner) {
        Ticket ticket = blank();
        ticket.owner = owner;
        ticket.id = ids.incrementAndGet();
        return ticket;
    }

    public Ticket reissue(Ticket old) {
        Ticket ticket = issue(old.owner());
        ticket.id = -ticket.id;
        return ticket;
    }

    private Ticket blank() {
        Ticket ticket = new Ticket();
        ticket.id = 0;
        return ticket;
    }

    public static class Ticket {
        private String owner;
        private int id;

        public String owner() {
            return owner;
        }

        public int id() {
            return id;
        }
    }

    @interface ThreadSafe { }
}
