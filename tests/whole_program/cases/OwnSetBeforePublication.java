// Setters that are only called on an object that nobody else has yet are part of its construction.
class OwnSetBeforePublication {
    public static void main(String[] arguments) {
        Settings settings = new Settings(); // object: global shared escape unique
        settings.setHost("localhost");
        settings.setPort(80);
        for (int i = 0; i < 4; i++) {
            new Client(settings).start(); // thread: Client.run many thread
        }
    }
}

class Settings {
    private String host;
    private int port;

    void setHost(String host) {
        this.host = host; // access: unshared
    }

    void setPort(int port) {
        this.port = port; // access: unshared
    }

    int port() {
        return port; // access: threads=Client.run locks=none
    }
}

class Client extends Thread {
    private final Settings settings;

    Client(Settings settings) {
        this.settings = settings; // access: unshared
    }

    @Override
    public void run() {
        System.out.println(settings.port());
    }
}
