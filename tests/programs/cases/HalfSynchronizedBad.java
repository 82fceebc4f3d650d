// One method is synchronized, the other that touches the same fields is not.
// variant: default options="--checks object-consistency" runs=4
// variant: race
public class HalfSynchronizedBad {
    private int total;

    synchronized void deposit(int amount) {
        int before = total;
        nap(4);
        total = before + amount;  // expect default: object-consistency HalfSynchronizedBad.total
    }

    void withdraw(int amount) {
        total -= amount;  // expect race: object-race HalfSynchronizedBad.total
    }

    // may: object-consistency HalfSynchronizedBad.total
    public static void main(String[] args) throws InterruptedException {
        HalfSynchronizedBad account = new HalfSynchronizedBad();
        Thread one = new Thread(() -> {
            for (int i = 0; i < 20; i++) {
                account.deposit(10);
            }
        });
        Thread two = new Thread(() -> {
            for (int i = 0; i < 40; i++) {
                account.withdraw(5);
                nap(2);
            }
        });
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println("done");
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
