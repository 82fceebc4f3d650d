package papers;

/** Section 5.3, sor: the parameters of addAll and of insert are not locked for as long as they are read. */
public class Sor {
    public interface Sequence {
        int size();

        Object at(int index);

        void append(Object element);
    }

    public static class LockedSequence implements Sequence {
        private Object[] elements = new Object[16];
        private int count;

        public synchronized int size() {
            return count;
        }

        public synchronized Object at(int index) {
            return elements[index];
        }

        public synchronized void append(Object element) {
            if (count == elements.length) elements = java.util.Arrays.copyOf(elements, 2 * count);
            elements[count++] = element;
        }

        public synchronized void addAllBad(Sequence other) {
            int n = other.size();
            for (int i = 0; i < n; i++) {
                append(other.at(i)); // expect: reacquired-lock/dependent
            }
        }

        public synchronized void addAllOk(Sequence other) {
            synchronized (other) {
                int n = other.size();
                for (int i = 0; i < n; i++) {
                    append(other.at(i));
                }
            }
        }
    }

    public static class Job {
        private int priority;

        public synchronized int priority() {
            return priority;
        }

        public synchronized void hurry() {
            priority++;
        }
    }

    public static class Heap {
        private final Job[] jobs = new Job[64];
        private int size;

        public synchronized void insertBad(Job job) {
            int hole = size++;
            while (hole > 0) {
                int parent = (hole - 1) / 2;
                int above = jobs[parent].priority();
                if (job.priority() <= above) break; // expect: reacquired-lock/same-state
                jobs[hole] = jobs[parent];
                hole = parent;
            }
            jobs[hole] = job;
        }

        public synchronized void insertOk(Job job) {
            int priority = job.priority();
            int hole = size++;
            while (hole > 0) {
                int parent = (hole - 1) / 2;
                int above = jobs[parent].priority();
                if (priority <= above) break;
                jobs[hole] = jobs[parent];
                hole = parent;
            }
            jobs[hole] = job;
        }
    }
}
