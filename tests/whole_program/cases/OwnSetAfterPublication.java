// The same setter, called once before and once after the other thread got the object.
class OwnSetAfterPublication {
    public static void main(String[] arguments) {
        Settings settings = new Settings(); // object: global shared escape unique
        settings.setHost("before");
        settings.setPort(80);
        new Client(settings).start(); // thread: Client.run one thread
        settings.setPort(81);
    }
}

class Settings {
    private String host;
    private int port;

    void setHost(String host) {
        this.host = host; // access: unshared
    }

    void setPort(int port) {
        this.port = port; // access: threads=main locks=none
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
