// The main thread completes the request after it has started the thread that reads it.
class WriteAfterStartBad {
    public static void main(String[] arguments) {
        Request request = new Request();
        request.path = "/index";
        Thread handler = new Thread(() -> request.handle());
        handler.start();
        request.timeout = 30; // expect: data-race/unlocked
    }
}

class Request {
    String path;
    int timeout;

    void handle() {
        if (timeout == 0) {
            throw new IllegalStateException("no timeout for " + path);
        }
    }
}
