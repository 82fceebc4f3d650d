package montecarlo;

/** Made by main, read by all. */
final class Parameters extends Universal {
    private double drift;
    private double volatility;
    private double step;
    private int steps;
    private double start;

    Parameters(double drift, double volatility, double step, int steps, double start) {
        this.drift = drift;
        this.volatility = volatility;
        this.step = step;
        this.steps = steps;
        this.start = start;
    }

    double drift() {
        return drift;
    }

    double volatility() {
        return volatility;
    }

    double step() {
        return step;
    }

    int steps() {
        return steps;
    }

    double start() {
        return start;
    }
}
