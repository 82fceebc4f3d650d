// An iterator of the program's own over a shared list: the position is the task's, the elements are not.
import java.util.Iterator;

class OwnIterator {
    static final Chain CHAIN = new Chain(); // object: global shared unique

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Worker().start(); // thread: Worker.run many thread
        }
    }
}

class Link {
    Link next;
    int weight;
}

class Chain implements Iterable<Link> {
    private Link head;

    Chain() {
        head = new Link(); // object: global shared ; access: unshared
        head.weight = 1; // access: unshared
    }

    @Override
    public Iterator<Link> iterator() {
        return new Walk(head); // object: !shared !global ; access: threads=Worker.run locks=none
    }

    private static class Walk implements Iterator<Link> {
        private Link current;

        Walk(Link first) {
            current = first; // access: unshared
        }

        @Override
        public boolean hasNext() {
            return current != null; // access: unshared
        }

        @Override
        public Link next() {
            Link found = current; // access: unshared
            current = found.next; // access next: threads=Worker.run locks=none ; access current: unshared
            return found;
        }
    }
}

class Worker extends Thread {
    @Override
    public void run() {
        for (Link link : OwnIterator.CHAIN) {
            link.weight++; // access weight: threads=Worker.run locks=none
        }
    }
}
