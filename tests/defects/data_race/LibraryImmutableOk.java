// mode: library
// The fields are written in the constructor and never again; each change makes a new object.
public final class LibraryImmutableOk {
    private final int cents;
    private final String currency;

    public LibraryImmutableOk(int cents, String currency) {
        this.cents = cents;
        this.currency = currency;
    }

    public LibraryImmutableOk plus(int more) {
        StringBuilder text = new StringBuilder();
        text.append(currency);
        return new LibraryImmutableOk(cents + more, text.toString());
    }

    public int cents() {
        return cents;
    }

    public String currency() {
        return currency;
    }
}
