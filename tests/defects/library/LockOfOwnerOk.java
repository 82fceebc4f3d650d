// mode: library
// The rows of a table are guarded by the lock of the table, which is a field of another object.
public class LockOfOwnerOk {
    private final Object lock = new Object();
    private int changes;

    public Row newRow() {
        return new Row(this);
    }

    public int changes() {
        synchronized (lock) {
            return changes;
        }
    }

    public static final class Row {
        private final LockOfOwnerOk table;
        private String text = "";

        Row(LockOfOwnerOk table) {
            this.table = table;
        }

        public void setText(String newText) {
            synchronized (table.lock) {
                text = newText;
                table.changes++;
            }
        }

        public String text() {
            synchronized (table.lock) {
                return text;
            }
        }
    }
}
