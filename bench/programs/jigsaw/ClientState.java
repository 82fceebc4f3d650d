package jigsaw;

/** Where a client stands in the pool's list (guarded by the pool), and what it does (guarded by this). */
final class ClientState {
    ClientState previous;
    ClientState next;
    private boolean idle = true;
    private Client client;
    private int served;

    synchronized void attach(Client newClient) {
        client = newClient;
    }

    synchronized Client client() {
        return client;
    }

    synchronized void markBusy() {
        idle = false;
    }

    synchronized void markIdle() {
        if (!idle) {
            served++;
        }
        idle = true;
    }
}
