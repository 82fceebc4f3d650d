// Tasks, futures and threads of the program's own types, forked and joined through these types by code that is loaded
// before them.
// variant: default
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RecursiveTask;

public class OwnTaskTypesOk {
    static final class Square extends RecursiveTask<Integer> {
        private static final long serialVersionUID = 1;
        private int input;
        private int steps;

        @Override
        protected Integer compute() {
            steps++;
            return input * input;
        }
    }

    static class Answer extends CompletableFuture<Integer> {}

    static final class Late extends Answer {}

    static final class Worker extends Thread {
        private int done;

        @Override
        public void run() {
            done++;
        }
    }

    private int count;

    public static void main(String[] args) throws InterruptedException {
        int sum = 0;
        for (int i = 0; i < 20; i++) {
            Square square = new Square();
            square.input = i;
            square.steps = 1;
            square.fork();
            sum += square.join() + square.steps;
            square.steps++;
        }
        System.out.println(sum);

        OwnTaskTypesOk shared = new OwnTaskTypesOk();
        shared.count++;
        Late answer = new Late();
        CompletableFuture<Integer> toComplete = answer;
        CompletableFuture.runAsync(() -> {
            shared.count++;
            toComplete.complete(1);
        });
        answer.join();
        shared.count++;
        System.out.println(shared.count);

        Worker worker = new Worker();
        worker.done++;
        worker.start();
        worker.join();
        worker.done++;
        System.out.println(worker.done);
    }
}
