package papers;

/** Section 4.2: a lock behind too many fields is a context, never a witness. */
public class UnknownLocks {
    public static class Node {
        Node next;
        private int value;

        public Node(Node next) {
            this.next = next;
        }

        public synchronized int getValue() {
            return value;
        }

        public synchronized void setValue(int newValue) {
            value = newValue;
        }
    }

    public void farContextBad(Node list, Node counter) {
        synchronized (list.next.next.next.next.next.next.next) {
            int old = counter.getValue();
            counter.setValue(old + 1); // expect: reacquired-lock/dependent
        }
    }

    public synchronized void farWitnessFalseNegative(Node list) {
        int old = list.next.next.next.next.next.next.next.getValue();
        list.next.next.next.next.next.next.next.setValue(old + 1);
    }

    public synchronized void nearWitnessBad(Node list) {
        int old = list.next.next.next.getValue();
        list.next.next.next.setValue(old + 1); // expect: reacquired-lock/dependent
    }

    public synchronized void farAndNearOk(Node list) {
        int old = list.next.next.next.next.next.next.next.getValue();
        list.setValue(old + 1);
    }
}
