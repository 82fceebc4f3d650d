// A slot with wait and notifyAll; what passes through it is filled by one thread and changed by the other.
// variant: default
// variant: consistency options="--checks object-consistency"
public class WaitNotifyOk {
    static final class Message {
        int value;
        int changed;
    }

    private Message slot;

    synchronized void put(Message message) throws InterruptedException {
        while (slot != null) {
            wait();
        }
        slot = message;
        notifyAll();
    }

    synchronized Message take() throws InterruptedException {
        while (slot == null) {
            wait();
        }
        Message message = slot;
        slot = null;
        notifyAll();
        return message;
    }

    public static void main(String[] args) throws InterruptedException {
        WaitNotifyOk there = new WaitNotifyOk();
        WaitNotifyOk back = new WaitNotifyOk();
        Thread echo = new Thread(() -> {
            try {
                for (int i = 0; i < 300; i++) {
                    Message message = there.take();
                    message.changed = message.value * 2;
                    back.put(message);
                }
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        });
        echo.start();
        long sum = 0;
        Message message = new Message();
        for (int i = 0; i < 300; i++) {
            message.value = i;
            there.put(message);
            message = back.take();
            sum += message.changed;
        }
        echo.join();
        System.out.println(sum);
    }
}
