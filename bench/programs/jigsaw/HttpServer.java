package jigsaw;

final class HttpServer {
    private final CommonLogger logger = new CommonLogger();
    private final DirectoryResource root = new DirectoryResource();
    private final ResourceStoreManager stores = new ResourceStoreManager();
    private final EventManager events = new EventManager();
    private final ClientPool pool;

    HttpServer(int clients) {
        MimeTable.ready();
        events.start();
        pool = new ClientPool(this, clients);
    }

    void serve(Request request) throws InterruptedException {
        pool.handle(request);
    }

    void respond(Request request) {
        String type = MimeTable.standard().type(request.path);
        stores.load(request.path);
        Page page = root.lookUp(request.path);
        events.register(request.path.length());
        logger.log(request.path, page.content().length);
        request.answer(page.content(), type);
    }

    CommonLogger logger() {
        return logger;
    }

    void shutdown() throws InterruptedException {
        pool.shutdown();
        stores.shutdown();
        events.shutdown();
        events.join();
    }
}
