// A record of immutable values has only final fields: any thread may read it.
class RecordOk {
    static volatile Position current = new Position(0, 0, "start");

    public static void main(String[] arguments) {
        new Thread(() -> current = new Position(3, 4, "house")).start();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                Position seen = current;
                System.out.println(seen.name() + seen.distance());
            }).start();
        }
    }
}

record Position(int x, int y, String name) {
    int distance() {
        return Math.abs(x) + Math.abs(y);
    }
}
