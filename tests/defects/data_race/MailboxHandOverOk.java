// A message is filled, handed over in a monitor, and then belongs to the thread that has taken it.
class MailboxHandOverOk {
    public static void main(String[] arguments) {
        Mailbox mailbox = new Mailbox();
        new Thread(() -> {
            Message message = new Message();
            message.text = "hello";
            mailbox.put(message);
        }).start();
        new Thread(() -> {
            Message message = mailbox.take();
            message.text = message.text + "!";
            System.out.println(message.text);
        }).start();
    }
}

class Message {
    String text;
}

class Mailbox {
    private Message content;

    synchronized void put(Message message) {
        content = message;
        notifyAll();
    }

    synchronized Message take() {
        boolean interrupted = false;
        while (content == null) {
            try {
                wait();
            } catch (InterruptedException again) {
                interrupted = true;
            }
        }
        Message message = content;
        content = null;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return message;
    }
}
