// The inner class locks the outer object, whose fields it changes.
class InnerLockOk {
    public static void main(String[] arguments) {
        Playlist playlist = new Playlist();
        Playlist.Cursor cursor = playlist.cursor();
        new Thread(cursor::advance).start();
        new Thread(() -> playlist.rewind()).start();
    }
}

class Playlist {
    private int position;

    Cursor cursor() {
        return new Cursor();
    }

    synchronized void rewind() {
        position = 0;
    }

    class Cursor {
        private int moves;

        void advance() {
            synchronized (Playlist.this) {
                position += 3;
                moves++;
            }
        }
    }
}
