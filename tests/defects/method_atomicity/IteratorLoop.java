// The iterator scenario: each step of the loop is locked, but the shelf may change between hasNext and next.
import java.util.Arrays;

class IteratorLoop {
    static class Shelf {
        private String[] books = new String[4];
        private int count;

        synchronized void add(String book) {
            if (count == books.length) {
                books = Arrays.copyOf(books, 2 * count);
            }
            books[count++] = book;
        }

        synchronized void clear() {
            books = new String[4];
            count = 0;
        }

        synchronized boolean has(int index) {
            return index < count;
        }

        synchronized String get(int index) {
            if (index >= count) {
                throw new IllegalStateException("changed");
            }
            return books[index];
        }
    }

    static final Shelf SHELF = new Shelf();

    public static void main(String[] arguments) {
        SHELF.add("atlas");
        new Thread(() -> SHELF.clear()).start();
        new Thread(IteratorLoop::list).start();
    }

    static void list() {
        for (int i = 0; SHELF.has(i); i++) {
            System.out.println(SHELF.get(i));  // expect: method-atomicity/split-state
        }
    }
}
