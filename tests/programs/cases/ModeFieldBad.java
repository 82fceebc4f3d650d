// Harmful in 7.1.6 and 7.2.6 (specjbb's Company.mode): the phase, told by main and read by the workers, without
// volatile.
// variant: default
// variant: lockset options="--lockset-only"
// variant: consistency options="--checks object-consistency" runs=3
public class ModeFieldBad {
    private int mode;

    void setMode(int newMode) {
        mode = newMode;  // expect default,lockset: object-race ModeFieldBad.mode
    }

    int mode() {
        return mode;
    }

    // may consistency: object-consistency ModeFieldBad.mode
    public static void main(String[] args) throws InterruptedException {
        ModeFieldBad company = new ModeFieldBad();
        company.setMode(0);
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                while (company.mode() < 3) {
                    nap(1);
                }
            });
            threads[i].start();
        }
        for (int mode = 1; mode <= 3; mode++) {
            nap(20);
            company.setMode(mode);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(company.mode());
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
