// mode: library
// The inner class writes a field of the outer object without its lock.
public class InnerClassBad {
    private int position;

    public Cursor cursor() {
        return new Cursor();
    }

    public synchronized void rewind() {
        position = 0;
    }

    public synchronized int position() {
        return position;
    }

    public class Cursor {
        private final int step = 2;

        public void forward() {
            position += step; // expect: data-race/unlocked
        }
    }
}
