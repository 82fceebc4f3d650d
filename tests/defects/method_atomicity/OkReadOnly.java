// The limit is read in several sections, but nothing changes it after the constructor.
class OkReadOnly {
    static class Quota {
        private int limit;
        private int used;

        Quota(int limit) {
            this.limit = limit;
        }

        synchronized int limit() {
            return limit;
        }

        synchronized void use(int number) {
            used += number;
        }
    }

    static final Quota QUOTA = new Quota(100);

    public static void main(String[] arguments) {
        new Thread(OkReadOnly::work).start();
        new Thread(OkReadOnly::work).start();
    }

    static void work() {
        int part = QUOTA.limit() / 10;
        QUOTA.use(part);
    }
}
