// The two stages do not depend on each other, and both change the page.
import java.util.concurrent.CompletableFuture;

class CompletableFutureBad {
    public static void main(String[] arguments) {
        Page page = new Page();
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> page.addLinks(2));
        CompletableFuture<Void> second = CompletableFuture.runAsync(() -> page.addLinks(3));
        first.join();
        second.join();
        if (page.links != 5) {
            throw new IllegalStateException("lost: " + page.links);
        }
    }
}

class Page {
    int links;

    void addLinks(int count) {
        links += count; // expect: data-race/unlocked
    }
}
