// Each thread has an object of its own in the ThreadLocal.
class ThreadLocalOk {
    static final ThreadLocal<Context> CONTEXT = ThreadLocal.withInitial(Context::new);

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Thread(ThreadLocalOk::work).start();
        }
    }

    private static void work() {
        CONTEXT.get().depth++;
        CONTEXT.get().path.append("/work");
        System.out.println(CONTEXT.get().path + " " + CONTEXT.get().depth);
    }
}

class Context {
    final StringBuilder path = new StringBuilder();
    int depth;
}
