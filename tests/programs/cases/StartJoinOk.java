// Phases separated by start and join only. The paper's tool, which knows locks only, reports the field.
// variant: default
// variant: lockset options="--lockset-only"
// expect lockset: object-race StartJoinOk.value
public class StartJoinOk {
    private int value;

    public static void main(String[] args) throws InterruptedException {
        StartJoinOk shared = new StartJoinOk();
        for (int i = 0; i < 10; i++) {
            shared.value++;
            Thread thread = new Thread(shared::work);
            thread.start();
            thread.join();
        }
        System.out.println(shared.value);
    }

    private void work() {
        value += 10;
    }
}
