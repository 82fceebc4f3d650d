// The value read in the first section does not leave the lock, so only an audit tells about the second section.
class SplitUpdateInnerRead {
    private int load;

    public static void main(String[] arguments) {
        SplitUpdateInnerRead machine = new SplitUpdateInnerRead();
        new Thread(() -> machine.restart()).start();
        new Thread(() -> machine.restart()).start();
    }

    void restart() {
        synchronized (this) {
            if (load > 100) {
                System.out.println("high load");
            }
        }
        synchronized (this) {                // expect-audit: method-atomicity/split-update
            load = 0;
        }
    }
}
