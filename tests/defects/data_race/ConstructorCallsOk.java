// What a constructor calls on its own object is done before anybody else has the object.
class ConstructorCallsOk {
    static class Terminal {
        private int mode;

        Terminal() {
            reset();
        }

        private void reset() {
            mode = 1;
        }

        synchronized void write(String text) {
            if (text.isEmpty()) reset();
            else mode++;
        }

        synchronized int mode() {
            return mode;
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        Terminal terminal = new Terminal();
        Thread writer = new Thread(() -> terminal.write(""));
        writer.start();
        terminal.write("text");
        System.out.println(terminal.mode());
        new Terminal().write("");
    }
}
