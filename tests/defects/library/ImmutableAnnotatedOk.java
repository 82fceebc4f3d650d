// mode: library
// The author promises that the class is immutable: its cached hash is computed again at worst.
@ImmutableAnnotatedOk.Immutable
public class ImmutableAnnotatedOk {
    private final String text;
    private int hash;

    public ImmutableAnnotatedOk(String text) {
        this.text = text;
    }

    public synchronized boolean sameAs(ImmutableAnnotatedOk other) {
        return text.equals(other.text);
    }

    @Override
    public int hashCode() {
        int result = hash;
        if (result == 0) {
            result = text.hashCode() * 31;
            hash = result;
        }
        return result;
    }

    @interface Immutable { }
}
