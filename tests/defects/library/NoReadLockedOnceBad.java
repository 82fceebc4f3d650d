// mode: library
// One of the two writers holds the lock, the other does not; no method reads the field.
public class NoReadLockedOnceBad {
    private long lastUse;
    private int uses;

    public synchronized int use() {
        lastUse = System.nanoTime();
        uses++;
        return uses;
    }

    public void touch() {
        lastUse = System.nanoTime(); // expect: data-race/no-read
    }
}
