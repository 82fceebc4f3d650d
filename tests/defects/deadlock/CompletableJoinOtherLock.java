// A CompletableFuture is joined under a lock; its supplier needs a different one.
import java.util.concurrent.CompletableFuture;

class CompletableJoinOtherLock {
    private static final Object PRICES = new Object();
    private static final Object OFFERS = new Object();
    private static int offers;

    public static void main(String[] arguments) {
        new Thread(CompletableJoinOtherLock::ask).start();
        new Thread(CompletableJoinOtherLock::ask).start();
    }

    static void ask() {
        synchronized (PRICES) {
            CompletableFuture<Integer> offer = CompletableFuture.supplyAsync(CompletableJoinOtherLock::count);
            System.out.println(offer.join());
        }
    }

    static int count() {
        synchronized (OFFERS) {
            return ++offers;
        }
    }
}
