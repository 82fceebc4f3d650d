// The lock is gone in the handler outside of the block, and still held in the one inside.
class LockAfterException {
    public static void main(String[] arguments) {
        Cell cell = new Cell(); // object: global shared escape unique
        for (int i = 0; i < 3; i++) {
            new Thread(() -> cell.use("x")).start(); // thread: lambda@6 many thread
        }
    }
}

class Cell {
    int failures;
    int inside;

    void use(String text) {
        try {
            synchronized (this) {
                try {
                    Integer.parseInt(text);
                } catch (NumberFormatException wrong) {
                    inside++; // access: threads=lambda@6 locks=this
                    throw wrong;
                }
            }
        } catch (NumberFormatException wrong) {
            failures++; // access: threads=lambda@6 locks=none
        }
    }
}
