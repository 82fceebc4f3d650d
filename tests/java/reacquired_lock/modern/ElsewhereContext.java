package modern;

/** A class that has nothing to do with Selection calls it with its own lock held. */
public class ElsewhereContext {
    private final Selection selection = new Selection();

    public synchronized void touch() {
        selection.contextElsewhereFalsePositive();
    }
}
