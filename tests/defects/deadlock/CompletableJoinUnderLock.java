// A CompletableFuture is joined under an explicit lock that its supplier needs.
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;

class CompletableJoinUnderLock {
    private static final ReentrantLock PRICES = new ReentrantLock();
    private static int price = 5;

    public static void main(String[] arguments) {
        PRICES.lock();
        try {
            CompletableFuture<Integer> offer = CompletableFuture.supplyAsync(() -> price());
            System.out.println(offer.join());  // expect: deadlock/waits-for-task
            price++;
        } finally {
            PRICES.unlock();
        }
    }

    static int price() {
        PRICES.lock();
        try {
            return price;
        } finally {
            PRICES.unlock();
        }
    }
}
