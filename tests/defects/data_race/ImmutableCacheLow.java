// A cached object of a class with only final fields, made from what never changes: one is as good as the other.
class ImmutableCacheLow {
    public static void main(String[] arguments) {
        Line line = new Line(3, 8);
        for (int i = 0; i < 3; i++) {
            new Thread(() -> System.out.println(line.range().length())).start();
        }
    }
}

class Line {
    private final int from;
    private final int to;
    private Range range;

    Line(int from, int to) {
        this.from = from;
        this.to = to;
    }

    Range range() {
        Range result = range;
        if (result == null) {
            result = new Range(Math.min(from, to), Math.max(from, to));
            range = result; // expect: data-race/unlocked low
        }
        return result;
    }
}

class Range {
    private final int low;
    private final int high;

    Range(int low, int high) {
        this.low = low;
        this.high = high;
    }

    int length() {
        return high - low;
    }
}
