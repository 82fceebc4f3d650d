package sections;

/** Methods that only constructors call. */
class Built {
    private static final Object LOCK = new Object();
    private static int made;
    private int size;

    Built() {
        constructs();
        both();
        outer();
        fill();
        help(new Built(1));
    }

    private Built(int size) {
        this.size = size;
    }

    public void later() {
        both();
        fillLater();
        size++;
    }

    private void constructs() {
        int old;
        synchronized (LOCK) {
            old = made;
        }
        synchronized (LOCK) {
            made = old + 1;
        }
    }

    private void both() {
        int old;
        synchronized (LOCK) {
            old = made;
        }
        synchronized (LOCK) {
            made = old + 1;
        }
    }

    private void outer() {
        inner();
    }

    private void inner() {
        int old;
        synchronized (LOCK) {
            old = made;
        }
        synchronized (LOCK) {
            made = old + 1;
        }
    }

    private void help(Built another) {
        another.ofAnother();
    }

    private void ofAnother() {
        int old;
        synchronized (LOCK) {
            old = made;
        }
        synchronized (LOCK) {
            made = old + 1;
        }
    }

    private void fill() {
        int old;
        synchronized (this) {
            old = size;
        }
        synchronized (this) {
            size = old + 1;
        }
    }

    private void fillLater() {
        int old;
        synchronized (this) {
            old = size;
        }
        synchronized (this) {
            size = old + 1;
        }
    }
}
