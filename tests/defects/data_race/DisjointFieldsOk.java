// Two threads use one object, but different fields of it.
class DisjointFieldsOk {
    public static void main(String[] arguments) throws InterruptedException {
        Pair pair = new Pair();
        Thread left = new Thread(() -> {
            for (int i = 0; i < 100; i++) {
                pair.left += i;
            }
        });
        Thread right = new Thread(() -> {
            for (int i = 0; i < 100; i++) {
                pair.right += 2 * i;
            }
        });
        left.start();
        right.start();
        left.join();
        right.join();
        System.out.println(pair.left + pair.right);
    }
}

class Pair {
    int left;
    int right;
}
