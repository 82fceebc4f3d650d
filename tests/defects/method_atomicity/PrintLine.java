// The PrintWriter scenario: println writes the text in one section and ends the line in another.
class PrintLine {
    static class Writer {
        private long characters;
        private long lines;

        synchronized void print(String text) {
            characters += text.length();
        }

        synchronized void endLine() {
            lines++;
        }

        synchronized long average() {
            return lines == 0 ? 0 : characters / lines;
        }

        void println(String text) {
            print(text);
            endLine();                       // expect: method-atomicity/split-state
        }
    }

    static final Writer WRITER = new Writer();

    public static void main(String[] arguments) {
        new Thread(() -> WRITER.println("one")).start();
        new Thread(() -> WRITER.println("three")).start();
        new Thread(() -> System.out.println(WRITER.average())).start();
    }
}
