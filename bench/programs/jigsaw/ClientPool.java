package jigsaw;

/** Threads that serve requests, in a doubly linked list, the idle ones first. */
final class ClientPool {
    private final int count;
    private ClientState head;
    private ClientState tail;
    private int idle;

    ClientPool(HttpServer server, int count) {
        this.count = count;
        for (int i = 0; i < count; i++) {
            ClientState state = new ClientState();
            Client client = new Client(server, this, state, i);
            state.attach(client);
            add(state);
        }
    }

    private synchronized void add(ClientState state) {
        state.next = head;
        state.previous = null;
        if (head != null) {
            head.previous = state;
        } else {
            tail = state;
        }
        head = state;
        idle++;
        notifyAll();
    }

    void handle(Request request) throws InterruptedException {
        ClientState state = takeIdle();
        state.markBusy();
        state.client().bind(request);
    }

    private synchronized ClientState takeIdle() throws InterruptedException {
        while (idle == 0) {
            wait();
        }
        ClientState state = tail;
        unlink(state);
        idle--;
        return state;
    }

    private void unlink(ClientState state) {
        if (state.previous != null) {
            state.previous.next = state.next;
        } else {
            head = state.next;
        }
        if (state.next != null) {
            state.next.previous = state.previous;
        } else {
            tail = state.previous;
        }
        state.previous = null;
        state.next = null;
    }

    void finished(ClientState state) {
        state.markIdle();
        add(state);
    }

    void shutdown() throws InterruptedException {
        for (int i = 0; i < count; i++) {
            ClientState state = takeIdle();
            state.client().kill();
            state.client().join();
        }
    }
}
