// mode: library
// A StringBuilder that several threads append to.
import java.util.concurrent.atomic.AtomicInteger;

public class StringBuilderBad {
    private final AtomicInteger lines = new AtomicInteger();
    private final StringBuilder text = new StringBuilder();

    public void append(String line) {
        lines.incrementAndGet();
        text.append(line); // expect-audit: data-race/unsafe-object
    }

    public int lines() {
        return lines.get();
    }

    public String text() {
        return text.toString();
    }
}
