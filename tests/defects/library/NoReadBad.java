// mode: library
// Threads overwrite each other's trace of the last caller, and nothing ever reads it.
@NoReadBad.ThreadSafe
public class NoReadBad {
    private String lastCaller;
    private final int size;

    public NoReadBad(int size) {
        this.size = size;
    }

    public int size(String caller) {
        lastCaller = caller; // expect: data-race/no-read
        return size;
    }

    @interface ThreadSafe { }
}
