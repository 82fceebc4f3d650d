// A value that is made when first asked for, without any lock. Three threads ask at different times.
// variant: default
// variant: lockset options="--lockset-only"
public class LazyInitBad {
    private static LazyInitBad instance;
    private int value = 42;

    static LazyInitBad instance() {
        if (instance == null) {
            instance = new LazyInitBad();  // expect: object-race LazyInitBad.instance
        }
        return instance;
    }

    public static void main(String[] args) throws InterruptedException {
        System.out.println(instance == null);
        Thread first = new Thread(() -> print());
        Thread second = new Thread(() -> {
            nap(60);
            print();
        });
        first.start();
        second.start();
        first.join();
        second.join();
    }

    private static void print() {
        int value = instance().value;
        System.out.println(value);
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
