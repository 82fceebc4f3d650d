package jigsaw;

final class Request {
    final String path;
    private byte[] reply;
    private String type;

    Request(String path) {
        this.path = path;
    }

    synchronized void answer(byte[] content, String contentType) {
        reply = content;
        type = contentType;
        notifyAll();
    }

    synchronized byte[] await() throws InterruptedException {
        while (reply == null || type == null) {
            wait();
        }
        return reply;
    }
}
