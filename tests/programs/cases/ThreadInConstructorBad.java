// A constructor starts a thread that uses the object, and goes on writing to it.
// variant: default
public class ThreadInConstructorBad {
    private int limit;
    private volatile boolean ended;

    ThreadInConstructorBad() {
        Thread thread = new Thread(this::serve);
        thread.start();
        for (int i = 0; i < 30; i++) {
            limit++;  // expect: object-race ThreadInConstructorBad.limit
            nap(2);
        }
    }

    private void serve() {
        int sum = 0;
        for (int i = 0; i < 20; i++) {
            sum += limit;
            nap(2);
        }
        ended = sum >= 0;
    }

    public static void main(String[] args) {
        ThreadInConstructorBad service = new ThreadInConstructorBad();
        while (!service.ended) {
            nap(1);
        }
        System.out.println("ended");
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
