// mode: library
// A recursive helper under the lock of its caller, and a recursive synchronized method.
public class RecursionOk {
    private int visited;

    public synchronized int visit(int depth) {
        descend(depth);
        return visited;
    }

    public synchronized int again(int depth) {
        visited++;
        return depth == 0 ? visited : again(depth - 1);
    }

    private void descend(int depth) {
        visited++;
        if (depth > 0) {
            descend(depth - 1);
            descend(depth - 1);
        }
    }
}
