// Each section is a complete update, and no value goes from one to the other.
class OkTwoIncrements {
    static class Meter {
        private long ticks;

        synchronized void tick() {
            ticks++;
        }
    }

    static final Meter METER = new Meter();

    public static void main(String[] arguments) {
        new Thread(OkTwoIncrements::work).start();
        new Thread(OkTwoIncrements::work).start();
    }

    static void work() {
        METER.tick();
        System.out.println("works");
        METER.tick();
    }
}
