// A method that several threads call with the lock, and `main` without it on an object that it has just made.
class OwnedByStarterOk {
    static class Settings {
        private int size;

        void enlarge(int by) {
            size += by;
        }

        synchronized int size() {
            return size;
        }
    }

    static void fill(Settings settings) {
        settings.enlarge(2);
    }

    static void grow(Settings settings) {
        synchronized (settings) {
            fill(settings);
        }
    }

    public static void main(String[] arguments) {
        Settings settings = new Settings();
        fill(settings);
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                grow(settings);
                System.out.println(settings.size());
            }).start();
        }
    }
}
