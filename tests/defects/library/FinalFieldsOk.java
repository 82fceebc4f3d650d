// mode: library
// Final fields of immutable types, a record and an enum need no lock.
@FinalFieldsOk.ThreadSafe
public class FinalFieldsOk {
    private final String name;
    private final Range range;
    private final Unit unit = Unit.METRE;

    public FinalFieldsOk(String name, int low, int high) {
        this.name = name;
        range = new Range(low, high);
    }

    public boolean contains(int x) {
        return range.low() <= x && x < range.high();
    }

    public String describe() {
        return name + " in " + unit;
    }

    private record Range(int low, int high) { }

    private enum Unit { METRE, FOOT }

    @interface ThreadSafe { }
}
