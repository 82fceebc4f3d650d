// A synchronized method gives the monitor up in wait, others change the object and leave it: allowed (7.2.3).
// variant: default options="--checks object-consistency"
public class WaitConsistencyOk {
    private int tickets;
    private int waiting;

    synchronized int take() throws InterruptedException {
        waiting++;
        while (tickets == 0) {
            wait();
        }
        waiting--;
        return tickets--;
    }

    synchronized void give() {
        tickets++;
        notify();
    }

    public static void main(String[] args) throws InterruptedException {
        WaitConsistencyOk desk = new WaitConsistencyOk();
        int[] taken = new int[2];
        Thread[] takers = new Thread[2];
        for (int i = 0; i < takers.length; i++) {
            int number = i;
            takers[i] = new Thread(() -> {
                try {
                    for (int j = 0; j < 50; j++) {
                        desk.take();
                        taken[number]++;
                    }
                } catch (InterruptedException stop) {
                    Thread.currentThread().interrupt();
                }
            });
            takers[i].start();
        }
        for (int i = 0; i < 100; i++) {
            desk.give();
            if (i % 10 == 0) {
                nap(1);
            }
        }
        for (Thread taker : takers) {
            taker.join();
        }
        System.out.println(taken[0] + taken[1]);
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
