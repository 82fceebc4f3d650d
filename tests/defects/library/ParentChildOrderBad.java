// mode: library
// The parent calls the child under its lock, and the child its parent.
public class ParentChildOrderBad {
    private final Child child = new Child(this);
    private int changes;

    public void changed() {
        synchronized (this) { // expect: deadlock/lock-order
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
        private final ParentChildOrderBad parent;
        private int size;

        Child(ParentChildOrderBad parent) {
            this.parent = parent;
        }

        public void grow() {
            synchronized (this) {
                size++;
                parent.changed();
            }
        }

        public int size() {
            synchronized (this) {
                return size;
            }
        }
    }
}
