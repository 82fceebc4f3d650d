// A method that subclasses of clients may override is called under the lock: an audit notes it.
// mode: library
public abstract class ForeignOverridable {
    private final Object lock = new Object();
    private int length;

    public void add(String text) {
        synchronized (lock) {
            length += text.length();
            added(text);                     // expect-audit: deadlock/foreign-call
        }
    }

    public int length() {
        synchronized (lock) {
            return length;
        }
    }

    protected abstract void added(String text);
}
