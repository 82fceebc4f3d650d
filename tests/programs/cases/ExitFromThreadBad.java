// A thread ends the JVM by System.exit while others run: the report is complete all the same.
// variant: default exit=3
public class ExitFromThreadBad {
    private int count;

    public static void main(String[] args) throws InterruptedException {
        ExitFromThreadBad shared = new ExitFromThreadBad();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                while (true) {
                    shared.count++;  // expect: object-race ExitFromThreadBad.count
                    nap(2);
                }
            }).start();
        }
        Thread ender = new Thread(() -> {
            nap(120);
            System.out.println("exit");
            System.exit(3);
        });
        ender.start();
        ender.join();
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
