// infer#1148: two static locks of different classes, acquired in both orders by two threads.
class Ask1148TwoStaticLocks {
    static class Audio {
        static final Object LOCK = new Object();
        static int volume;
    }

    static class Video {
        static final Object LOCK = new Object();
    }

    public static void main(String[] arguments) {
        Thread player = new Thread(() -> play());
        Thread closer = new Thread(() -> stop());
        player.start();
        closer.start();
    }

    static void play() {
        synchronized (Audio.LOCK) {
            synchronized (Video.LOCK) {      // expect: deadlock/lock-order high
                Audio.volume = 10;
            }
        }
    }

    static void stop() {
        synchronized (Video.LOCK) {
            synchronized (Audio.LOCK) {
                Audio.volume = 0;
            }
        }
    }
}
