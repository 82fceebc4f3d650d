/** Two threads eat with the same forks for a while. */
class Driver {
    public static void main(String[] arguments) throws InterruptedException {
        Fork left = new Fork(1);
        Fork right = new Fork(2);
        Thread one = eater(left, right);
        Thread two = eater(right, left);
        one.join();
        two.join();
    }

    private static Thread eater(Fork first, Fork second) {
        Thread thread = new Thread(() -> {
            for (int i = 0; i < 100_000; i++) first.eatWith(second);
        });
        thread.start();
        return thread;
    }
}
