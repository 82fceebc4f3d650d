// The main thread writes the fields of the request before it starts the threads, which only read them.
class BeforeStartOk {
    public static void main(String[] arguments) {
        Request request = new Request();
        request.path = "/index";
        request.timeout = 30;
        for (int i = 0; i < 3; i++) {
            new Thread(new Handler(request)).start();
        }
    }
}

class Request {
    String path;
    int timeout;
}

class Handler implements Runnable {
    private final Request request;

    Handler(Request request) {
        this.request = request;
    }

    @Override
    public void run() {
        System.out.println(request.path + " " + request.timeout);
    }
}
