// Each stage starts when the one before has ended, and join() waits for the last one.
import java.util.concurrent.CompletableFuture;

class CompletableFutureOk {
    public static void main(String[] arguments) {
        Page page = new Page();
        page.links = 1;
        CompletableFuture<Page> loaded = CompletableFuture.supplyAsync(() -> {
            page.links += 2;
            return page;
        });
        CompletableFuture<Page> parsed = loaded.thenApplyAsync(each -> {
            each.links *= 3;
            return each;
        });
        Page result = parsed.join();
        result.links++;
        System.out.println(result.links);
    }
}

class Page {
    int links;
}
