// Two threads append to one StringBuilder.
class StringBuilderBad {
    public static void main(String[] arguments) throws InterruptedException {
        StringBuilder text = new StringBuilder();
        Thread[] writers = new Thread[2];
        for (int i = 0; i < writers.length; i++) {
            writers[i] = new Thread(() -> write(text));
            writers[i].start();
        }
        for (Thread writer : writers) {
            writer.join();
        }
        if (text.length() != 2000) {
            throw new IllegalStateException("lost: " + text.length());
        }
    }

    private static void write(StringBuilder text) {
        for (int i = 0; i < 1000; i++) {
            text.append('x'); // expect: data-race/unsafe-object
        }
    }
}
