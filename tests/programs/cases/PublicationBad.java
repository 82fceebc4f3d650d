// An object is published before its constructor has ended; two other threads see it half made.
// variant: default
public class PublicationBad {
    private static PublicationBad published;
    private int value;

    PublicationBad() {
        published = this;  // expect: object-race PublicationBad.published
        for (int i = 0; i < 30; i++) {
            value++;  // expect: object-race PublicationBad.value
            nap(2);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        System.out.println(published == null);
        Thread maker = new Thread(() -> new PublicationBad());
        Thread[] readers = new Thread[2];
        for (int i = 0; i < readers.length; i++) {
            readers[i] = new Thread(() -> {
                int seen = 0;
                for (int round = 0; round < 20; round++) {
                    nap(2);
                    PublicationBad object = published;
                    if (object != null) {
                        seen += object.value;
                    }
                }
                if (seen < 0) {
                    System.out.println("negative");
                }
            });
            readers[i].start();
        }
        maker.start();
        maker.join();
        for (Thread reader : readers) {
            reader.join();
        }
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
