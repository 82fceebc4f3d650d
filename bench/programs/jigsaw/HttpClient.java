package jigsaw;

/** Fetches pages, one after the other. */
final class HttpClient extends Thread {
    private final int number;
    private final int pages;
    private final HttpServer server;
    private long bytes;

    HttpClient(int number, int pages, HttpServer server) {
        super("http-client-" + number);
        this.number = number;
        this.pages = pages;
        this.server = server;
    }

    @Override
    public void run() {
        int seed = number + 1;
        try {
            for (int i = 0; i < pages; i++) {
                seed = seed * 1103515245 + 12345;
                Request request = new Request("/page" + (seed >>> 16) % 40 + ".html");
                server.serve(request);
                bytes += request.await().length;
            }
        } catch (InterruptedException stop) {
            interrupt();
        }
    }

    long bytes() {
        return bytes;  // expect lockset: object-race jigsaw.HttpClient.bytes
    }
}
