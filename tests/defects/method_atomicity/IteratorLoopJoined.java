// The shelf is filled by a thread that has ended when the loop over its elements begins.
class IteratorLoopJoined {
    static class Shelf {
        private String[] books = new String[8];
        private int count;

        synchronized void refill() {
            books = new String[] {"atlas", "novel"};
            count = books.length;
        }

        synchronized boolean has(int index) {
            return index < count;
        }

        synchronized String get(int index) {
            return books[index];
        }
    }

    static final Shelf SHELF = new Shelf();

    public static void main(String[] arguments) throws InterruptedException {
        Thread filler = new Thread(() -> SHELF.refill());
        filler.start();
        filler.join();
        new Thread(IteratorLoopJoined::list).start();
        new Thread(IteratorLoopJoined::list).start();
    }

    static void list() {
        for (int i = 0; SHELF.has(i); i++) {
            System.out.println(SHELF.get(i));
        }
    }
}
