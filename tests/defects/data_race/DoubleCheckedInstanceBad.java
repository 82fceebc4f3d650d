// Double-checked locking of an instance field, with a local copy, but without volatile.
class DoubleCheckedInstanceBad {
    public static void main(String[] arguments) {
        Service service = new Service();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> service.connection().send("hello")).start();
        }
    }
}

class Service {
    private Connection connection;

    Connection connection() {
        Connection result = connection; // expect: data-race/unsafe-publication
        if (result == null) {
            synchronized (this) {
                result = connection;
                if (result == null) {
                    result = new Connection("localhost");
                    connection = result;
                }
            }
        }
        return result;
    }
}

class Connection {
    private String host;

    Connection(String host) {
        this.host = host;
    }

    void send(String text) {
        System.out.println(host.length() + text);
    }
}
