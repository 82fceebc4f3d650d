package hedc;

/** The part of a query that one archive handles. */
final class MetaSearchResult extends Task {
    private static final PageFormat FORMAT = new PageFormat();
    private final SearchParameters parameters;
    private MetaSearchRequest request;
    private String page;

    MetaSearchResult(SearchParameters parameters) {
        this.parameters = parameters;
    }

    void setRequest(MetaSearchRequest request) {
        this.request = request;
    }

    @Override
    public synchronized void cancel() {
        if (thread_ != null) {  // expect default,lockset: object-race hedc.Task.thread_
            thread_.interrupt();
        }
    }

    @Override
    public void runImpl() throws InterruptedException {
        if (parameters.archive().equals("slow")) {
            Thread.sleep(60_000);
        }
        String text = Decoder.standard().decode(parameters.text());
        page = (Main.FIXED ? new PageFormat() : FORMAT).format(text, parameters.date());
    }

    @Override
    protected void done() {
        request.finished(page != null);
    }
}
