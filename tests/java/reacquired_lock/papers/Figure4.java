package papers;

/** Figure 4: m2 locks B twice through m3 and m4, and only m1 knows that A is held meanwhile. */
public class Figure4 {
    private final Object a = new Object();
    private final Object b = new Object();
    private int count;

    public void m1() {
        synchronized (a) {
            m2Bad();
        }
    }

    public void m2Bad() {
        m3();
        m4(); // expect-audit: reacquired-lock/same-state
    }

    public void m3() {
        synchronized (a) {
            m5();
        }
    }

    public void m4() {
        synchronized (a) {
            m5();
        }
    }

    public void m5() {
        synchronized (b) {
            count++;
        }
    }

    /** Figure 4 without m1: neither lock is held while the other is taken twice. */
    public static class WithoutContext {
        private final Object a = new Object();
        private final Object b = new Object();
        private int count;

        public void m2Ok() {
            m3();
            m4();
        }

        public void m3() {
            synchronized (a) {
                m5();
            }
        }

        public void m4() {
            synchronized (a) {
                m5();
            }
        }

        public void m5() {
            synchronized (b) {
                count++;
            }
        }
    }
}
