// The check is without the lock, the act with it.
// variant: default output=any
public class CheckThenActBad {
    private int stock = 1000;

    boolean take() {
        if (stock == 0) {  // expect: object-race CheckThenActBad.stock
            return false;
        }
        synchronized (this) {
            stock--;  // expect: object-race CheckThenActBad.stock
        }
        return true;
    }

    public static void main(String[] args) throws InterruptedException {
        CheckThenActBad shop = new CheckThenActBad();
        Runnable work = () -> {
            for (int i = 0; i < 40; i++) {
                shop.take();
                nap(1);
            }
        };
        Thread one = new Thread(work);
        Thread two = new Thread(work);
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(shop.stock);
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
