// A synchronized method of the inner class locks the inner object, where the outer one should be locked.
class InnerLockBad {
    public static void main(String[] arguments) {
        Playlist playlist = new Playlist();
        Playlist.Cursor cursor = playlist.cursor();
        new Thread(cursor::advance).start();
        new Thread(() -> {
            if (playlist.position() < 0) {
                throw new IllegalStateException();
            }
        }).start();
    }
}

class Playlist {
    private int position;

    Cursor cursor() {
        return new Cursor();
    }

    synchronized int position() {
        return position;
    }

    class Cursor {
        synchronized void advance() {
            position += 3; // expect: data-race/unlocked
        }
    }
}
