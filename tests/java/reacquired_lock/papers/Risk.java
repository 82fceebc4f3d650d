package papers;

/** Section 5.3, Risk: a client that is kicked closes the battle, lets go of the game, and then closes the game. */
public class Risk {
    static final int OPEN = 0;
    static final int BATTLE = 1;
    static final int CLOSED = 2;

    public static class Game {
        int state;
    }

    public static class Client {
        private final Game game;
        private boolean connected = true;

        public Client(Game game) {
            this.game = game;
        }

        private void closeBattle() {
            synchronized (game) {
                if (game.state == BATTLE) game.state = OPEN;
            }
        }

        private void closeGame() {
            synchronized (game) {
                game.state = CLOSED;
            }
        }

        public synchronized void kickedBad() {
            connected = false;
            closeBattle();
            closeGame(); // expect-audit: reacquired-lock/same-state
        }

        public synchronized void kickedOk() {
            connected = false;
            synchronized (game) {
                closeBattle();
                closeGame();
            }
        }

        public synchronized boolean isConnected() {
            return connected;
        }
    }

    public static void startBattle(Game game) {
        synchronized (game) {
            if (game.state == OPEN) game.state = BATTLE;
        }
    }
}
