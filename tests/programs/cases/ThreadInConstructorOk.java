// Benign in 7.1.6 (jigsaw's Client): the thread is started in the constructor, as the last thing it does.
// variant: default
// variant: lockset options="--lockset-only"
// variant: consistency options="--checks object-consistency"
public class ThreadInConstructorOk extends Thread {
    private int number;
    private int rounds;

    ThreadInConstructorOk(int number) {
        this.number = number;
        this.rounds = 3;
        start();
    }

    @Override
    public void run() {
        for (int i = 0; i < rounds; i++) {
            number++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int sum = 0;
        for (int i = 0; i < 5; i++) {
            ThreadInConstructorOk thread = new ThreadInConstructorOk(i);
            thread.join();
            sum += thread.number;  // expect lockset: object-race ThreadInConstructorOk.number
        }
        System.out.println(sum);
    }
}
