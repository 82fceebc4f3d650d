// The threads only write; the one read is ordered by the joins. Which write is the last one is left to chance.
class NoReadBad {
    static int lastWinner;

    public static void main(String[] arguments) throws InterruptedException {
        Player[] players = new Player[3];
        for (int i = 0; i < players.length; i++) {
            players[i] = new Player(i);
            players[i].start();
        }
        for (Player player : players) {
            player.join();
        }
        if (lastWinner != 2) {
            throw new IllegalStateException("not the last one: " + lastWinner);
        }
    }
}

class Player extends Thread {
    private final int number;

    Player(int number) {
        this.number = number;
    }

    @Override
    public void run() {
        NoReadBad.lastWinner = number; // expect: data-race/no-read
    }
}
