// Three methods change the stock under the lock; one that decides something by it reads it without.
class UnlockedReadBad {
    public static void main(String[] arguments) {
        Stock stock = new Stock();
        new Thread(() -> stock.add(5)).start();
        new Thread(() -> stock.remove(2)).start();
        new Thread(stock::empty).start();
        new Thread(() -> {
            if (!stock.isEnough(3)) {
                System.out.println("order more");
            }
        }).start();
    }
}

class Stock {
    private int pieces;

    synchronized void add(int count) {
        pieces += count;
    }

    synchronized void remove(int count) {
        pieces -= count;
    }

    synchronized void empty() {
        pieces = 0;
    }

    boolean isEnough(int count) {
        return pieces >= count; // expect: data-race/all-writes-locked high
    }
}
