// mode: library
// spotbugs#3362: an AtomicInteger beside an ordinary field says nothing about that field; a reviewer need not see it.
import java.util.concurrent.atomic.AtomicInteger;

public class Ask3362AtomicInLibrary {
    private final AtomicInteger created = new AtomicInteger();
    private String title = "";

    public int next() {
        return created.incrementAndGet();
    }

    public void setTitle(String title) {
        this.title = title; // expect-audit: data-race/unlocked
    }

    public String getTitle() {
        return title;
    }
}
