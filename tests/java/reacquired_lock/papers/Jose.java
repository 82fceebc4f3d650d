package papers;

/** Section 5.3, Jose: an output that is locked for each write, and synchronized buffers that are thread-confined. */
public class Jose {
    public static class Output {
        private final char[] line = new char[1024];
        private int length;

        public synchronized void write(char c) {
            line[length] = c;
            length++;
        }

        public synchronized void clear() {
            length = 0;
        }
    }

    private final StringBuffer buffer = new StringBuffer();

    public synchronized void writeMoveBad(Output out, char file, char rank) {
        out.write(file);
        out.write(rank); // expect-audit: reacquired-lock/same-state
    }

    public synchronized void writeMoveOk(Output out, char file, char rank) {
        synchronized (out) {
            out.write(file);
            out.write(rank);
        }
    }

    /** The buffer never leaves this object, whose lock is held wherever it is used. */
    public synchronized void appendMoveFalsePositive(String from, String to) {
        buffer.append(from);
        buffer.append(to); // expect-audit: reacquired-lock/unrelated
    }

    public synchronized void newGame() {
        buffer.setLength(0);
    }
}
