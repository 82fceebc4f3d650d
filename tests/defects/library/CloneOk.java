// mode: library
// A clone is a fresh object; the original is read under its lock.
public class CloneOk implements Cloneable {
    private int version;
    private String text = "";

    public synchronized void setText(String newText) {
        text = newText;
        version++;
    }

    @Override
    public synchronized CloneOk clone() {
        try {
            CloneOk copy = (CloneOk) super.clone();
            copy.version = 0;
            copy.text = "copy of " + text;
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    public synchronized String describe() {
        return text + " " + version;
    }
}
