// Each philosopher takes the fork at the left and then the one at the right: the circle can close.
class LockOrderPhilosophers {
    static class Fork {
        private int uses;
    }

    static class Philosopher extends Thread {
        private final Fork left;
        private final Fork right;

        Philosopher(Fork left, Fork right) {
            this.left = left;
            this.right = right;
        }

        @Override
        public void run() {
            synchronized (left) {
                synchronized (right) {       // expect: deadlock/lock-order
                    left.uses++;
                    right.uses++;
                }
            }
        }
    }

    public static void main(String[] arguments) {
        Fork[] forks = new Fork[5];
        for (int i = 0; i < forks.length; i++) {
            forks[i] = new Fork();
        }
        for (int i = 0; i < forks.length; i++) {
            new Philosopher(forks[i], forks[(i + 1) % forks.length]).start();
        }
    }
}
