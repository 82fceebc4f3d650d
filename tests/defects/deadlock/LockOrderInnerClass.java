// An inner class locks itself and then its outer object; the outer object locks itself and then its part.
class LockOrderInnerClass {
    private final Part part = new Part();
    private int changes;

    class Part {
        private int size;

        void resize() {
            synchronized (this) {
                size++;
                layOut();
            }
        }
    }

    void layOut() {
        synchronized (this) {                // expect: deadlock/lock-order
            changes++;
        }
    }

    void repaint() {
        synchronized (this) {
            synchronized (part) {
                System.out.println(part.size);
            }
        }
    }

    public static void main(String[] arguments) {
        LockOrderInnerClass window = new LockOrderInnerClass();
        new Thread(() -> window.part.resize()).start();
        new Thread(() -> window.repaint()).start();
    }
}
