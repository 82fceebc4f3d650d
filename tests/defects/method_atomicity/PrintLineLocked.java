// The PrintWriter scenario repaired: println holds the writer's lock around both parts.
class PrintLineLocked {
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
            synchronized (this) {
                print(text);
                endLine();
            }
        }
    }

    static final Writer WRITER = new Writer();

    public static void main(String[] arguments) {
        new Thread(() -> WRITER.println("one")).start();
        new Thread(() -> WRITER.println("three")).start();
        new Thread(() -> System.out.println(WRITER.average())).start();
    }
}
