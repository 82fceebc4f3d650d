// Synchronized methods of two objects call each other.
class LockOrderSynchronizedMethods {
    static class Desk {
        private Room room;
        private int papers;

        synchronized void connect(Room to) {
            room = to;
        }

        synchronized void add() { papers++; }  // expect: deadlock/lock-order

        synchronized void clear() {
            papers = 0;
            room.tidied();
        }
    }

    static class Room {
        private final Desk desk;
        private int visits;

        Room(Desk desk) {
            this.desk = desk;
        }

        synchronized void deliver() {
            desk.add();
        }

        synchronized void tidied() {
            visits++;
        }
    }

    public static void main(String[] arguments) {
        Desk desk = new Desk();
        Room room = new Room(desk);
        desk.connect(room);
        new Thread(() -> room.deliver()).start();
        new Thread(() -> desk.clear()).start();
    }
}
