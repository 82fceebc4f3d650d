// mode: library
// The public method of the base class holds the lock around the hook that subclasses implement.
public abstract class TemplateMethodOk {
    public final void handle(String text) {
        synchronized (this) {
            doHandle(text);
        }
    }

    protected abstract void doHandle(String text);

    public static class Length extends TemplateMethodOk {
        private int length;

        @Override
        protected void doHandle(String text) {
            length += text.length();
        }

        public synchronized int length() {
            return length;
        }
    }
}
