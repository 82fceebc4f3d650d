// Virtual threads take two explicit locks in both orders.
// jdk: 21
import java.util.concurrent.locks.ReentrantLock;

class LockOrderVirtualThreads {
    private static final ReentrantLock CART = new ReentrantLock();
    private static final ReentrantLock STOCK = new ReentrantLock();
    private static int reserved;

    public static void main(String[] arguments) throws InterruptedException {
        Thread buyer = Thread.startVirtualThread(LockOrderVirtualThreads::buy);
        Thread clerk = Thread.ofVirtual().start(LockOrderVirtualThreads::restock);
        buyer.join();
        clerk.join();
    }

    static void buy() {
        CART.lock();
        try {
            STOCK.lock();                    // expect: deadlock/lock-order
            try {
                reserved++;
            } finally {
                STOCK.unlock();
            }
        } finally {
            CART.unlock();
        }
    }

    static void restock() {
        STOCK.lock();
        try {
            CART.lock();
            try {
                reserved = 0;
            } finally {
                CART.unlock();
            }
        } finally {
            STOCK.unlock();
        }
    }
}
