// A mailbox for one letter: both sides wait and write under its lock.
class WaitNotifyOk {
    public static void main(String[] arguments) {
        Mailbox mailbox = new Mailbox();
        new Thread(() -> mailbox.put("hello")).start();
        new Thread(() -> System.out.println(mailbox.take())).start();
    }
}

class Mailbox {
    private String letter;

    synchronized void put(String text) {
        try {
            while (letter != null) {
                wait();
            }
            letter = text;
            notifyAll();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    synchronized String take() {
        try {
            while (letter == null) {
                wait();
            }
            String text = letter;
            letter = null;
            notifyAll();
            return text;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return null;
        }
    }
}
