// The second thread starts after the first has been joined: they never run at the same time.
class SequentialThreadsOk {
    public static void main(String[] arguments) throws InterruptedException {
        Draft draft = new Draft();
        Thread writer = new Thread(() -> draft.extend(10));
        writer.start();
        writer.join();
        Thread editor = new Thread(() -> draft.extend(-3));
        editor.start();
        editor.join();
        if (draft.length != 7) {
            throw new IllegalStateException();
        }
    }
}

class Draft {
    int length;

    void extend(int by) {
        length += by;
    }
}
