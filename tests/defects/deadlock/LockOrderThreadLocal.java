// The inner lock comes out of a ThreadLocal, so it is another object in each thread.
class LockOrderThreadLocal {
    static class Session {
        private int requests;
    }

    private static final ThreadLocal<Session> SESSION = ThreadLocal.withInitial(Session::new);
    private static final Object SERVER = new Object();
    private static int total;

    public static void main(String[] arguments) {
        for (int i = 0; i < 4; i++) {
            new Thread(LockOrderThreadLocal::serve).start();
        }
    }

    static void serve() {
        Session session = SESSION.get();
        synchronized (SERVER) {
            synchronized (session) {
                session.requests++;
                total++;
            }
        }
        synchronized (session) {
            synchronized (SERVER) {
                total--;
            }
        }
    }
}
