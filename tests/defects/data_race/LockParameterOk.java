// The helper gets the lock as a parameter, and all of its callers give it the same object.
class LockParameterOk {
    static final Object LOCK = new Object();

    public static void main(String[] arguments) {
        Score score = new Score();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> add(score, LOCK)).start();
        }
        new Thread(() -> {
            synchronized (lock()) {
                score.points = 0;
            }
        }).start();
    }

    private static Object lock() {
        return LOCK;
    }

    private static void add(Score score, Object lock) {
        synchronized (lock) {
            score.points++;
        }
    }
}

class Score {
    int points;
}
