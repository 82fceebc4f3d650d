// The reference is atomic, the object that all threads get from it is not.
import java.util.concurrent.atomic.AtomicReference;

class AtomicReferenceStateBad {
    static final AtomicReference<Stock> STOCK = new AtomicReference<>(new Stock());

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Thread(() -> STOCK.get().take(4)).start();
        }
    }
}

class Stock {
    private int pieces = 10;

    void take(int count) {
        if (pieces >= count) {
            pieces -= count; // expect: data-race/unlocked
        }
    }
}
