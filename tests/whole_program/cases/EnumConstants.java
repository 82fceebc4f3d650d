// Enum constants are unique objects.
class EnumConstants {
    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Voter().start(); // thread: Voter.run many thread
        }
    }
}

enum Color {
    RED, // object Color: global shared unique
    GREEN; // object Color: global shared unique

    int votes;

    synchronized void vote() {
        votes++; // access: threads=Voter.run locks=this
    }
}

class Voter extends Thread {
    @Override
    public void run() {
        Color.RED.vote();
        Color.GREEN.vote();
        synchronized (Color.RED) {
            Color.RED.votes++; // access votes: threads=Voter.run locks=RED
        }
    }
}
