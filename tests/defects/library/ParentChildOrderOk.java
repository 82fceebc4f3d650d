// mode: library
// The child calls its parent only after it has released its own lock.
public class ParentChildOrderOk {
    private final Child child = new Child(this);
    private int changes;

    public void changed() {
        synchronized (this) {
            changes++;
        }
    }

    public int total() {
        synchronized (this) {
            return changes + child.size();
        }
    }

    public Child child() {
        return child;
    }

    public static class Child {
        private final ParentChildOrderOk parent;
        private int size;

        Child(ParentChildOrderOk parent) {
            this.parent = parent;
        }

        public void grow() {
            synchronized (this) {
                size++;
            }
            parent.changed();
        }

        public int size() {
            synchronized (this) {
                return size;
            }
        }
    }
}
