// Objects of one class are made in two places: the report must not name one of them as the place of this object.
// variant: default report="(?s)\A(?!.*allocated in).*TwoAllocationsBad\$Hits"
public class TwoAllocationsBad {
    static final class Hits {
        int count;

        void hit() {
            count++;  // expect: object-race TwoAllocationsBad$Hits.count
        }
    }

    private static Hits never() {
        return new Hits();
    }

    public static void main(String[] args) throws InterruptedException {
        Hits hits = args.length > 5 ? never() : new Hits();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(hits::hit);
        }
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
        System.out.println("done");
    }
}
