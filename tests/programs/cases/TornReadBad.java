// A writer changes two fields that belong together; a reader reads them in one method and sees one old and one new.
// variant: default options="--checks object-consistency"
public class TornReadBad {
    private int x;
    private int y;

    void move(int to) {
        x = to;
        nap(10);
        y = to;
    }

    int distance() {
        int before = x;  // expect: object-consistency TornReadBad.x
        nap(3);
        return before - y;
    }

    // may: object-consistency TornReadBad.y
    public static void main(String[] args) throws InterruptedException {
        TornReadBad point = new TornReadBad();
        Thread writer = new Thread(() -> {
            for (int i = 0; i < 15; i++) {
                point.move(i);
                nap(2);
            }
        });
        Thread reader = new Thread(() -> {
            for (int i = 0; i < 30; i++) {
                point.distance();
                nap(2);
            }
        });
        writer.start();
        reader.start();
        writer.join();
        reader.join();
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
