package shop;

/** Not synchronized itself; the buffer behind it is. */
final class SaveOutput {
    private final StringBuffer buffer = new StringBuffer();
    private int lines;

    void println(String text) {
        write(text);
    }

    private synchronized void write(String text) {
        lines++;
        buffer.append(text).append(System.lineSeparator());
    }

    synchronized String text() {
        return lines == 0 ? "" : buffer.toString();
    }
}
