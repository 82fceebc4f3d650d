// Public methods of a program's own classes are called by the program alone: what all callers own is owned in them.
class OwnPublicSetter {
    static volatile Settings current;

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Worker().start(); // thread: Worker.run many thread
        }
    }
}

class Settings {
    private int size;
    private int uses;

    public void setSize(int size) {
        this.size = size; // access: unshared
    }

    public void use() {
        uses += size; // access: threads=Worker.run locks=none
    }
}

class Worker extends Thread {
    @Override
    public void run() {
        Settings settings = new Settings(); // object: global shared escape
        settings.setSize(3);
        settings.use();
        OwnPublicSetter.current = settings;
        settings.use();
    }
}
