// A tree that is always locked from the parent down to the children, which never know their parent.
class LockOrderParentChild {
    static class Folder {
        private final Folder[] children;
        private int size;

        Folder(Folder... children) {
            this.children = children;
        }

        void grow() {
            synchronized (this) {
                size++;
                for (Folder child : children) {
                    child.grow();
                }
            }
        }
    }

    public static void main(String[] arguments) {
        Folder root = new Folder(new Folder(), new Folder(new Folder()));
        new Thread(() -> root.grow()).start();
        new Thread(() -> root.grow()).start();
    }
}
