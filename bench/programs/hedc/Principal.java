package hedc;

/** Issues queries, one after the other, and waits for each. */
final class Principal extends Thread {
    private final int number;
    private final int queries;
    private final WorkerPool pool;
    private int answered;
    private int cancelled;

    Principal(int number, int queries, WorkerPool pool) {
        super("principal-" + number);
        this.number = number;
        this.queries = queries;
        this.pool = pool;
    }

    @Override
    public void run() {
        try {
            for (int i = 0; i < queries; i++) {
                SearchParameters parameters = new SearchParameters("query-" + number + "-" + i, i);
                MetaSearchRequest request = new MetaSearchRequest(parameters, pool);
                request.issue();
                answered += request.answers();
                cancelled += request.cancelled();
            }
        } catch (InterruptedException stop) {
            interrupt();
        }
    }

    int answered() {
        return answered;
    }

    int cancelled() {
        return cancelled;
    }
}
