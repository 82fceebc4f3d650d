// Two threads write fields of their own; the main thread reads them after both joins, and then writes them again.
class AfterJoinOk {
    public static void main(String[] arguments) throws InterruptedException {
        Summer low = new Summer(0, 50);
        Summer high = new Summer(50, 100);
        low.start();
        high.start();
        low.join();
        high.join();
        low.sum += high.sum;
        if (low.sum != 4950) {
            throw new IllegalStateException("lost: " + low.sum);
        }
    }
}

class Summer extends Thread {
    private final int from;
    private final int to;
    int sum;

    Summer(int from, int to) {
        this.from = from;
        this.to = to;
    }

    @Override
    public void run() {
        for (int i = from; i < to; i++) {
            sum += i;
        }
    }
}
