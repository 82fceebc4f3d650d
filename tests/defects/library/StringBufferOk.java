// mode: library
// A StringBuffer is synchronized, in contrast to a StringBuilder.
import java.util.concurrent.atomic.AtomicInteger;

public class StringBufferOk {
    private final AtomicInteger lines = new AtomicInteger();
    private final StringBuffer text = new StringBuffer();

    public void append(String line) {
        lines.incrementAndGet();
        text.append(line);
    }

    public int lines() {
        return lines.get();
    }

    public String text() {
        return text.toString();
    }
}
