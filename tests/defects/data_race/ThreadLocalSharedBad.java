// The ThreadLocal of each thread refers to the same object.
class ThreadLocalSharedBad {
    static final Context SHARED = new Context();
    static final ThreadLocal<Context> CONTEXT = ThreadLocal.withInitial(() -> SHARED);

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Thread(ThreadLocalSharedBad::work).start();
        }
    }

    private static void work() {
        CONTEXT.get().enter();
    }
}

class Context {
    private int depth;

    void enter() {
        depth++; // expect: data-race/unlocked
        if (depth > 3) {
            throw new IllegalStateException();
        }
    }
}
