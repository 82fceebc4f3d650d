// mode: library
// The inner class locks the outer object before it uses its field.
public class InnerClassOk {
    private int position;

    public Cursor cursor() {
        return new Cursor();
    }

    public synchronized int position() {
        return position;
    }

    public class Cursor {
        public void forward() {
            synchronized (InnerClassOk.this) {
                position++;
            }
        }

        public void back() {
            synchronized (InnerClassOk.this) {
                position--;
            }
        }
    }
}
