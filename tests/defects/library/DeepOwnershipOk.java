// mode: library
// Everything that hangs on a fresh object is fresh, too, until it is published.
@DeepOwnershipOk.ThreadSafe
public class DeepOwnershipOk {
    private volatile Car latest = new Car();

    public void build(int power) {
        Car car = new Car();
        car.engine = new Engine();
        car.engine.power = power;
        car.engine.oil.level = 10;
        latest = car;
    }

    public int power() {
        Engine engine = latest.engine;
        return engine.power + engine.oil.level;
    }

    private static class Car {
        Engine engine = new Engine();
    }

    private static class Engine {
        int power;
        Oil oil = new Oil();
    }

    private static class Oil {
        int level;
    }

    @interface ThreadSafe { }
}
