// A worker takes a job in one section, works without the lock and takes the next: each section is complete.
import java.util.ArrayDeque;

class OkProducerConsumer {
    static class Jobs {
        private final ArrayDeque<String> jobs = new ArrayDeque<>();

        synchronized void put(String job) {
            jobs.add(job);
            notifyAll();
        }

        synchronized String take() throws InterruptedException {
            while (jobs.isEmpty()) {
                wait();
            }
            return jobs.poll();
        }
    }

    static final Jobs JOBS = new Jobs();

    public static void main(String[] arguments) {
        new Thread(OkProducerConsumer::work).start();
        JOBS.put("one");
        JOBS.put("two");
    }

    static void work() {
        try {
            System.out.println(JOBS.take());
            System.out.println(JOBS.take());
        } catch (InterruptedException e) {
            System.out.println("interrupted");
        }
    }
}
