// mode: library
// The car is fresh, but its engine is the one that all threads share.
@DeepSharedBad.ThreadSafe
public class DeepSharedBad {
    private final Engine spare = new Engine();

    public Car build(int power) {
        Car car = new Car();
        car.engine = spare;
        car.engine.power = power; // expect: data-race/unlocked
        return car;
    }

    public int sparePower() {
        return spare.power;
    }

    public static class Car {
        private Engine engine;

        public boolean complete() {
            return engine != null;
        }
    }

    private static class Engine {
        int power;
    }

    @interface ThreadSafe { }
}
