// Static synchronized methods: the class lock is released between the read and the update.
class SplitUpdateStatic {
    private static int serial;

    public static void main(String[] arguments) {
        new Thread(SplitUpdateStatic::advance).start();
        new Thread(SplitUpdateStatic::advance).start();
    }

    static synchronized int serial() {
        return serial;
    }

    static synchronized void setSerial(int value) {
        serial = value;
    }

    static void advance() {
        int next = serial() * 2 + 1;
        setSerial(next);                     // expect: method-atomicity/split-update
    }
}
