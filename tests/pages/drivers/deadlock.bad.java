/** Two threads eat with the same forks until both wait for ever, and a little longer. */
class Driver {
    public static void main(String[] arguments) throws InterruptedException {
        Fork left = new Fork();
        Fork right = new Fork();
        Thread one = eater(left, right);
        Thread two = eater(right, left);
        int waiting = 0;
        while (waiting < 100) {
            Thread.sleep(20);
            waiting = one.getState() == Thread.State.BLOCKED && two.getState() == Thread.State.BLOCKED ? waiting + 1 : 0;
        }
        System.exit(0);
    }

    private static Thread eater(Fork first, Fork second) {
        Thread thread = new Thread(() -> {
            while (true) first.eatWith(second);
        });
        thread.start();
        return thread;
    }
}
