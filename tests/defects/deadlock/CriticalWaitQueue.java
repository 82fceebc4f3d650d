// A synchronized facade holds its own lock while the queue inside waits, so nobody can get in to put something.
import java.util.ArrayDeque;

class CriticalWaitQueue {
    static class Mailbox {
        private final ArrayDeque<String> letters = new ArrayDeque<>();

        synchronized String take() throws InterruptedException {
            while (letters.isEmpty()) {
                wait();                      // expect: deadlock/critical-wait
            }
            return letters.poll();
        }

        synchronized void put(String letter) {
            letters.add(letter);
            notifyAll();
        }
    }

    private final Mailbox mailbox = new Mailbox();

    synchronized String receive() throws InterruptedException {
        return mailbox.take();
    }

    synchronized void send(String letter) {
        mailbox.put(letter);
    }

    public static void main(String[] arguments) throws InterruptedException {
        CriticalWaitQueue office = new CriticalWaitQueue();
        new Thread(() -> office.send("hello")).start();
        System.out.println(office.receive());
    }
}
