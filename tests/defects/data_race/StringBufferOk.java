// A StringBuffer locks itself in each call, and the StringBuilder belongs to one thread.
class StringBufferOk {
    public static void main(String[] arguments) throws InterruptedException {
        StringBuffer text = new StringBuffer();
        Thread[] writers = new Thread[2];
        for (int i = 0; i < writers.length; i++) {
            writers[i] = new Thread(() -> write(text));
            writers[i].start();
        }
        for (Thread writer : writers) {
            writer.join();
        }
        System.out.println(text);
    }

    private static void write(StringBuffer text) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < 10; i++) {
            line.append('x');
        }
        text.append(line);
    }
}
