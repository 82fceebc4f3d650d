// The builder stays with the task that uses it; what it builds is published.
import java.util.concurrent.ConcurrentHashMap;

class OwnBuilder {
    static final ConcurrentHashMap<String, Request> SENT = new ConcurrentHashMap<>();

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Sender().start(); // thread: Sender.run many thread
        }
    }
}

class Request {
    private final String path;
    int answers;

    private Request(Builder builder) {
        path = builder.path; // access path: unshared
    }

    static class Builder {
        private String path;
        private int retries;

        Builder path(String value) {
            path = value; // access: unshared
            return this;
        }

        Builder retries(int value) {
            retries = value; // access: unshared
            return this;
        }

        Request build() {
            if (retries < 0) { // access: unshared
                throw new IllegalStateException();
            }
            return new Request(this); // object: global shared !unique
        }
    }
}

class Sender extends Thread {
    @Override
    public void run() {
        Request request = new Request.Builder().path("/").retries(3).build(); // object Builder: !shared !global
        request.answers = 0; // access: unshared
        OwnBuilder.SENT.put("request", request);
        OwnBuilder.SENT.get("request").answers++; // access answers: threads=Sender.run locks=none
    }
}
