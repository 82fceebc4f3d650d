// Stages come after those that they depend on, and to wait for the last is to wait for all; a stage of a future that
// somebody else completes, or of either of two futures, does not come after both tasks.
// parallel: Load.get Parse.apply no (a stage of it)
// parallel: Load.get Show.accept no (a stage of a stage)
// parallel: Load.get Report.run no (join of the last stage)
// parallel: Slow.get AfterComplete.apply yes (it may have been completed from outside)
// parallel: Left.get AfterEither.apply yes (it may have been the other)
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

class OrderStages {
    public static void main(String[] arguments) {
        CompletableFuture<String> loaded = CompletableFuture.supplyAsync(new Load()); // thread: Load.get one stage
        CompletableFuture<Void> shown = loaded.thenApplyAsync(new Parse()).thenAcceptAsync(new Show());
        shown.join();
        CompletableFuture.runAsync(new Report()); // thread: Report.run one stage
        CompletableFuture<String> slow = CompletableFuture.supplyAsync(new Slow()); // thread: Slow.get one stage
        slow.complete("early");
        slow.thenApplyAsync(new AfterComplete()); // thread: AfterComplete.apply one stage
        CompletableFuture<String> left = CompletableFuture.supplyAsync(new Left()); // thread: Left.get one stage
        CompletableFuture<String> right = CompletableFuture.supplyAsync(new Right()); // thread: Right.get one stage
        left.applyToEitherAsync(right, new AfterEither()); // thread: AfterEither.apply one stage
    }
}

class Load implements Supplier<String> {
    @Override
    public String get() {
        return "load";
    }
}

class Parse implements Function<String, String> {
    @Override
    public String apply(String text) {
        return text + "parsed";
    }
}

class Show implements Consumer<String> {
    @Override
    public void accept(String text) {
        System.out.println(text);
    }
}

class Report implements Runnable {
    @Override
    public void run() {
        System.out.println("report");
    }
}

class Slow implements Supplier<String> {
    @Override
    public String get() {
        return "slow";
    }
}

class AfterComplete implements Function<String, String> {
    @Override
    public String apply(String text) {
        return text + "!";
    }
}

class Left implements Supplier<String> {
    @Override
    public String get() {
        return "left";
    }
}

class Right implements Supplier<String> {
    @Override
    public String get() {
        return "right";
    }
}

class AfterEither implements Function<String, String> {
    @Override
    public String apply(String text) {
        return text + "?";
    }
}
