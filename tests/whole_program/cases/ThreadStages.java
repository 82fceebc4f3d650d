// Stages of a CompletableFuture: a stage runs after the one that it depends on, independent ones in parallel.
// parallel: lambda@10 lambda@14 yes
// parallel: lambda@10 lambda@12 no (B runs when A has ended)
import java.util.concurrent.CompletableFuture;

class ThreadStages {
    static int total;

    public static void main(String[] arguments) {
        CompletableFuture<Integer> first = CompletableFuture.supplyAsync(() -> total++); // thread: lambda@10 one stage
        //^ access total: threads=lambda@10 locks=none
        first.thenApplyAsync(value -> total += value); // thread: lambda@12 one stage
        //^ access total: threads=lambda@12 locks=none
        CompletableFuture.runAsync(() -> total++); // thread: lambda@14 one stage
        //^ access total: threads=lambda@14 locks=none
    }
}
