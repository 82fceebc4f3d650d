package shop;

/** One item in one warehouse; guarded by itself. */
final class Stock {
    private int pieces;
    private int sold;
    private final int price;

    Stock(int pieces, int price) {
        this.pieces = pieces;
        this.price = price;
    }

    synchronized int take(int wanted) {
        pieces -= wanted;
        sold += wanted;
        if (pieces < 10) {
            pieces += 1000;
        }
        return wanted * price;
    }

    synchronized int left() {
        return (pieces + sold) % 1000;
    }
}
