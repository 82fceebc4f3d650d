// mode: library
// A static synchronized method holds the class lock when it takes another lock; elsewhere it is the other way round.
public class StaticOrderBad {
    private static final Object TABLE = new Object();
    private static int rows;

    public static synchronized void insert() {
        synchronized (TABLE) { // expect: deadlock/lock-order
            rows++;
        }
    }

    public static int rows() {
        synchronized (TABLE) {
            synchronized (StaticOrderBad.class) {
                return rows;
            }
        }
    }
}
