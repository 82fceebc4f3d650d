// Several instances of one lock, with one nest of blocks for each outcome of the comparison of their numbers.
class LockOrderTransferBranches {
    static class Shelf {
        private final long number;
        private int books = 50;

        Shelf(long number) {
            this.number = number;
        }
    }

    public static void main(String[] arguments) {
        Shelf upper = new Shelf(1);
        Shelf lower = new Shelf(2);
        new Thread(() -> move(upper, lower)).start();
        new Thread(() -> move(lower, upper)).start();
    }

    static void move(Shelf from, Shelf to) {
        if (from.number < to.number) {
            synchronized (from) {
                synchronized (to) {
                    shift(from, to);
                }
            }
        } else if (from.number > to.number) {
            synchronized (to) {
                synchronized (from) {
                    shift(from, to);
                }
            }
        }
    }

    private static void shift(Shelf from, Shelf to) {
        from.books--;
        to.books++;
    }
}
