// mode: library
// The recursion starts without the lock.
public class RecursionBad {
    private int visited;

    public void visit(int depth) {
        descend(depth);
    }

    public synchronized int visited() {
        return visited;
    }

    private void descend(int depth) {
        visited++; // expect: data-race/unlocked
        if (depth > 0) {
            descend(depth - 1);
            descend(depth - 1);
        }
    }
}
