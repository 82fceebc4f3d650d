// mode: library
// A lazily computed string: two threads may compute it, but it is immutable, so little harm is done.
@LazyStringBad.ThreadSafe
public class LazyStringBad {
    private final int number;
    private String text;

    public LazyStringBad(int number) {
        this.number = number;
    }

    @Override
    public String toString() {
        String result = text;
        if (result == null) {
            result = "number " + number;
            text = result; // expect: data-race/unlocked low
        }
        return result;
    }

    @interface ThreadSafe { }
}
