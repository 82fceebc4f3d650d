// mode: library
// The object is the Runnable of its own thread and writes a field that clients read.
public class RunnableSharedBad implements Runnable {
    private int rounds;

    public void launch() {
        new Thread(this).start();
    }

    @Override
    public void run() {
        for (int i = 0; i < 100; i++) {
            rounds++; // expect: data-race/unlocked
        }
    }

    public int rounds() {
        return rounds;
    }
}
