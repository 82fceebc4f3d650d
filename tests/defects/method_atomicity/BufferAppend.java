// The StringBuffer scenario: the length of the other buffer is read in one section and its characters in another.
class BufferAppend {
    static class Text {
        private char[] chars = new char[16];
        private int length;

        synchronized int length() {
            return length;
        }

        synchronized void copyTo(char[] target, int start, int number) {
            if (number > length) {
                throw new IndexOutOfBoundsException();
            }
            System.arraycopy(chars, 0, target, start, number);
        }

        synchronized void add(char next) {
            chars[length++] = next;
        }

        synchronized void clear() {
            chars = new char[16];
            length = 0;
        }

        synchronized void append(Text other) {
            int number = other.length();
            char[] all = new char[length + number];
            System.arraycopy(chars, 0, all, 0, length);
            other.copyTo(all, length, number);  // expect: method-atomicity/split-state
            chars = all;
            length = all.length;
        }
    }

    static final Text FIRST = new Text();
    static final Text SECOND = new Text();

    public static void main(String[] arguments) {
        SECOND.add('x');
        new Thread(() -> FIRST.append(SECOND)).start();
        new Thread(() -> SECOND.clear()).start();
    }
}
