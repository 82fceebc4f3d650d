// The two threads that read and update in separate sections run one after the other.
class OkJoined {
    private int total;

    public static void main(String[] arguments) throws InterruptedException {
        OkJoined sum = new OkJoined();
        Thread first = new Thread(() -> sum.add(1));
        first.start();
        first.join();
        Thread second = new Thread(() -> sum.add(2));
        second.start();
        second.join();
        System.out.println(sum.total());
    }

    synchronized int total() {
        return total;
    }

    void add(int number) {
        int old = total();
        synchronized (this) {
            total = old + number;
        }
    }
}
