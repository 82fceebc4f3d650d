// The links of a list are locked one inside of the other, always from the front to the back; they never change.
class LockOrderFrontToBack {
    static class Link {
        private final Link next;
        private int value;

        Link(Link next) {
            this.next = next;
        }

        void increment() {
            synchronized (this) {
                value++;
                if (next != null) {
                    next.increment();
                }
            }
        }
    }

    public static void main(String[] arguments) {
        Link third = new Link(null);
        Link second = new Link(third);
        Link first = new Link(second);
        new Thread(() -> first.increment()).start();
        new Thread(() -> second.increment()).start();
    }
}
