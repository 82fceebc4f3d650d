// The StringBuffer scenario repaired: the characters of the other buffer come as one copy.
import java.util.Arrays;

class BufferAppendRepaired {
    static class Text {
        private char[] chars = new char[16];
        private int length;

        synchronized char[] toArray() {
            return Arrays.copyOf(chars, length);
        }

        synchronized void clear() {
            chars = new char[16];
            length = 0;
        }

        synchronized void append(Text other) {
            char[] more = other.toArray();
            char[] all = new char[length + more.length];
            System.arraycopy(chars, 0, all, 0, length);
            System.arraycopy(more, 0, all, length, more.length);
            chars = all;
            length = all.length;
        }
    }

    static final Text FIRST = new Text();
    static final Text SECOND = new Text();

    public static void main(String[] arguments) {
        new Thread(() -> FIRST.append(SECOND)).start();
        new Thread(() -> SECOND.clear()).start();
    }
}
