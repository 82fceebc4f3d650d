// A seat is found free in one section and taken in another, so two threads may take it.
class SplitUpdateCheckThenAct {
    static class Seat {
        private String owner;

        synchronized boolean free() {
            return owner == null;
        }

        synchronized void take(String name) {
            owner = name;
        }
    }

    static final Seat SEAT = new Seat();

    public static void main(String[] arguments) {
        new Thread(() -> reserve("Ann")).start();
        new Thread(() -> reserve("Bob")).start();
    }

    static void reserve(String name) {
        if (SEAT.free()) {
            SEAT.take(name);                 // expect: method-atomicity/split-update
        }
    }
}
