// The method that the constructor calls is also called without the lock later.
class ConstructorCallsBad {
    static class Terminal {
        private int mode;

        Terminal() {
            reset();
        }

        private void reset() {
            mode = 1; // expect: data-race/unlocked
        }

        void clear() {
            reset();
        }

        synchronized void write(String text) {
            mode += text.length();
        }

        synchronized int mode() {
            return mode;
        }
    }

    public static void main(String[] arguments) {
        Terminal terminal = new Terminal();
        new Thread(() -> terminal.write("text")).start();
        terminal.clear();
        System.out.println(terminal.mode());
    }
}
