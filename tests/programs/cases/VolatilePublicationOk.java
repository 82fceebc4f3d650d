// Fields written before a volatile flag and read after it: back and forth between two threads.
// variant: default
// variant: lockset options="--lockset-only"
// expect lockset: object-race VolatilePublicationOk.data
public class VolatilePublicationOk {
    private int data;
    private volatile int turn;

    public static void main(String[] args) throws InterruptedException {
        VolatilePublicationOk shared = new VolatilePublicationOk();
        Thread other = new Thread(() -> shared.play(1));
        other.start();
        shared.play(0);
        other.join();
        System.out.println(shared.data);
    }

    private void play(int me) {
        for (int i = 0; i < 200; i++) {
            while (turn % 2 != me) {
                Thread.yield();
            }
            data += me + 1;
            turn++;
        }
    }
}
