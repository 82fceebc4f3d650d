// Two objects of different classes get the same lock by their constructors, and protect the same stock by it.
class SharedLockOk {
    public static void main(String[] arguments) {
        Object lock = new Object();
        Stock stock = new Stock();
        Supplier supplier = new Supplier(lock, stock);
        Customer customer = new Customer(lock, stock);
        new Thread(supplier).start();
        new Thread(customer).start();
    }
}

class Stock {
    int pieces;
}

class Supplier implements Runnable {
    private final Object lock;
    private final Stock stock;

    Supplier(Object lock, Stock stock) {
        this.lock = lock;
        this.stock = stock;
    }

    @Override
    public void run() {
        synchronized (lock) {
            stock.pieces += 10;
        }
    }
}

class Customer implements Runnable {
    private final Object lock;
    private final Stock stock;

    Customer(Object lock, Stock stock) {
        this.lock = lock;
        this.stock = stock;
    }

    @Override
    public void run() {
        synchronized (lock) {
            stock.pieces--;
        }
    }
}
