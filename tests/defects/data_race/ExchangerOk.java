// Two threads fill a buffer each, exchange the buffers, and read what the other has written.
import java.util.concurrent.Exchanger;

class ExchangerOk {
    public static void main(String[] arguments) {
        Exchanger<Buffer> exchanger = new Exchanger<>();
        for (int i = 0; i < 2; i++) {
            int value = i;
            new Thread(() -> trade(exchanger, value)).start();
        }
    }

    private static void trade(Exchanger<Buffer> exchanger, int value) {
        Buffer own = new Buffer();
        own.value = value;
        try {
            Buffer other = exchanger.exchange(own);
            other.value++;
            System.out.println(other.value);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}

class Buffer {
    int value;
}
