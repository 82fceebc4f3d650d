// Objects with final fields only, passed on without any synchronisation that matters to them.
// variant: default
// variant: lockset options="--lockset-only"
public class FinalFieldsOk {
    static final class Point {
        final int x;
        final int y;

        Point(int x, int y) {
            this.x = x;
            this.y = y;
        }

        int sum() {
            return x + y;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Point[] points = new Point[100];
        for (int i = 0; i < points.length; i++) {
            points[i] = new Point(i, -1);
        }
        int[] sums = new int[3];
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                for (Point point : points) {
                    sums[number] += point.sum();
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(sums[0] + sums[1] + sums[2]);
    }
}
