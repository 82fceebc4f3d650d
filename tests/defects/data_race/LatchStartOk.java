// The workers wait for a latch that the main thread opens when it has filled the settings.
import java.util.concurrent.CountDownLatch;

class LatchStartOk {
    public static void main(String[] arguments) {
        CountDownLatch ready = new CountDownLatch(1);
        Settings settings = new Settings();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> use(settings, ready)).start();
        }
        settings.size = 10;
        settings.name = "wide";
        ready.countDown();
    }

    private static void use(Settings settings, CountDownLatch ready) {
        try {
            ready.await();
        } catch (InterruptedException stopped) {
            return;
        }
        System.out.println(settings.name + settings.size);
    }
}

class Settings {
    int size;
    String name;
}
