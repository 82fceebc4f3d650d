// mode: library
// Two critical sections of one method use fields that have nothing to do with each other.
public class UnrelatedSectionsOk {
    private final Object lock = new Object();
    private int jobs;
    private String lastError = "";

    public void run(Runnable job) {
        synchronized (lock) {
            jobs++;
        }
        try {
            job.run();
        } catch (IllegalStateException e) {
            synchronized (lock) {
                lastError = e.getMessage();
            }
        }
    }

    public int jobs() {
        synchronized (lock) {
            return jobs;
        }
    }

    public String lastError() {
        synchronized (lock) {
            return lastError;
        }
    }
}
