package elevator;

final class ButtonPress {
    final int tick;
    final int from;
    final int to;

    ButtonPress(int tick, int from, int to) {
        this.tick = tick;
        this.from = from;
        this.to = to;
    }
}
