package jigsaw;

/** Serves one request at a time. Its thread is started here, in the constructor. */
final class Client extends Thread {
    private final HttpServer server;
    private final ClientPool pool;
    private final ClientState state;
    private Request request;
    private boolean killed;
    private int requests;

    Client(HttpServer server, ClientPool pool, ClientState state, int number) {
        super("client-" + number);
        this.server = server;
        this.pool = pool;
        this.state = state;
        this.requests = 0;
        start();
    }

    synchronized void bind(Request newRequest) {
        request = newRequest;
        notify();
    }

    synchronized void kill() {
        killed = true;
        notify();
    }

    private synchronized Request waitForRequest() throws InterruptedException {
        while (request == null) {
            if (killed) {
                return null;
            }
            wait();
        }
        Request mine = request;
        request = null;
        return mine;
    }

    @Override
    public void run() {
        try {
            for (Request next = waitForRequest(); next != null; next = waitForRequest()) {
                requests++;
                server.respond(next);
                pool.finished(state);
            }
        } catch (InterruptedException stop) {
            interrupt();
        }
    }
}
