// mode: library
// Nothing in this class says that several threads may share it: a reviewer need not see it, an audit may show it.
public class LibraryNoLocks {
    private int width;

    public void setWidth(int value) {
        width = value; // expect-audit: data-race/unlocked !known-gap One client.
    }

    public int getWidth() {
        return width;
    }

    public int getArea() {
        return width * width;
    }
}
