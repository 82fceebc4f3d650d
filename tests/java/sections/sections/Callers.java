package sections;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.ReentrantLock;

/** Locks that callers hold. */
class Callers {
    private final Object lock = new Object();
    private final Object other = new Object();
    private final ReentrantLock guard = new ReentrantLock();
    private final List<String> names = new ArrayList<>();
    private final Object[] points = new Object[8];
    private static final Object[] STRIPES = new Object[8];
    private Runnable kept;
    private int count;

    public void first(ExecutorService service) {
        synchronized (lock) {
            always();
            recursive(3);
            ping(3);
            sometimes();
            open();
            inPackage();
            touch(this);
            names.forEach(name -> count += name.length());
            service.execute(() -> count++);
            kept = () -> count--;
            referred();
        }
        locked(() -> count = 0);
    }

    public void second() {
        synchronized (other) {
            synchronized (lock) {
                always();
            }
        }
        sometimes();
        pong(2);
        names.sort(this::compare);
        synchronized (other) {
            Runnable later = this::referred;
            kept = later;
        }
    }

    private void always() {
        count++; // site: always
        deeper();
    }

    private void deeper() {
        count++;
    }

    private void recursive(int n) {
        count++;
        if (n > 0) recursive(n - 1);
    }

    private void ping(int n) {
        count++;
        if (n > 0) pong(n - 1);
    }

    private void pong(int n) {
        count++;
        if (n > 0) ping(n - 1);
    }

    private void sometimes() {
        count++;
    }

    public void open() {
        count++;
    }

    void inPackage() {
        count++;
    }

    private static void touch(Callers callers) {
        callers.count++;
    }

    private void uncalled() {
        count++;
    }

    private void referred() {
        count++;
    }

    private int compare(String a, String b) {
        return a.length() - b.length() + count;
    }

    private void locked(Runnable function) {
        guard.lock();
        try {
            function.run();
        } finally {
            guard.unlock();
        }
    }

    void callUncalled() {
        Runnable unused = this::uncalled;
        unused.run();
    }

    void outerFirst() {
        synchronized (lock) {
            synchronized (other) {
                underBoth();
                always();
            }
        }
    }

    void otherFirst() {
        synchronized (other) {
            synchronized (lock) {
                underBoth();
            }
        }
    }

    private void underBoth() {
        count++;
    }

    void wrapped() {
        enter();
        between();
        exit();
    }

    private void enter() {
        guard.lock();
    }

    private void exit() {
        guard.unlock();
    }

    private void between() {
        count++;
    }

    public void eachPoint() {
        for (int i = 0; i < points.length; i++) {
            synchronized (points[i]) {
                synchronized (STRIPES[i]) {
                    atPoint("each", i);
                    besidePoint(i + 1);
                }
            }
        }
    }

    public void onePoint(int which) {
        synchronized (points[which]) {
            synchronized (STRIPES[which]) {
                atPoint("one", which);
            }
        }
    }

    private void atPoint(String why, int at) {
        deeperAtPoint(at);
    }

    private void deeperAtPoint(int at) {
        count++;
    }

    private void besidePoint(int at) {
        count++;
    }
}
