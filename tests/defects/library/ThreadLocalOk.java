// mode: library
// Each thread has a buffer of its own.
@ThreadLocalOk.ThreadSafe
public class ThreadLocalOk {
    private static final ThreadLocal<Buffer> BUFFER = ThreadLocal.withInitial(Buffer::new);

    public void push(int value) {
        Buffer buffer = BUFFER.get();
        buffer.sum += value;
        buffer.size++;
    }

    public int average() {
        Buffer buffer = BUFFER.get();
        return buffer.size == 0 ? 0 : buffer.sum / buffer.size;
    }

    private static class Buffer {
        int sum;
        int size;
    }

    @interface ThreadSafe { }
}
