// A chain of stages that hand one object on.
// variant: default
import java.util.concurrent.CompletableFuture;

public class CompletableFutureOk {
    static final class Box {
        int value;
        String name = "";
    }

    private static Box step(Box box, int by) {
        box.value += by;
        box.name += by;
        return box;
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < 50; i++) {
            Box start = new Box();
            start.value = i;
            Box end = CompletableFuture.supplyAsync(() -> step(start, 1))
                .thenApplyAsync(box -> step(box, 2))
                .thenCombine(CompletableFuture.supplyAsync(() -> step(new Box(), 3)), (a, b) -> step(a, b.value))
                .thenApply(box -> step(box, 4))
                .join();
            end.value++;
            sum += end.value + end.name.length();
        }
        System.out.println(sum);
    }
}
