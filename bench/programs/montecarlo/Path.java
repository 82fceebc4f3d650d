package montecarlo;

/** One simulated path of the price. */
final class Path extends Universal {
    private final double[] fluctuations;
    private final double[] prices;
    private long state;
    private double drift;
    private double mean;
    private double volatility;

    Path(Parameters parameters, long seed) {
        fluctuations = new double[parameters.steps()];
        prices = new double[parameters.steps()];
        state = seed;
    }

    void simulate(Parameters parameters) {
        double step = parameters.step();
        double spread = parameters.volatility() * Math.sqrt(step);
        drift = (parameters.drift() - 0.5 * parameters.volatility() * parameters.volatility()) * step;
        for (int i = 0; i < fluctuations.length; i++) {
            fluctuations[i] = drift + spread * nextGaussian();
        }
        double price = parameters.start();
        for (int i = 0; i < prices.length; i++) {
            price *= Math.exp(fluctuations[i]);
            prices[i] = price;
        }
    }

    /** A sum of uniform numbers: near enough to a Gaussian, and made of accesses to this object only. */
    private double nextGaussian() {
        double sum = 0;
        for (int i = 0; i < 12; i++) {
            state = state * 6364136223846793005L + 1442695040888963407L;
            sum += (state >>> 11) * 0x1p-53;
        }
        return sum - 6;
    }

    void evaluate(Parameters parameters) {
        double sum = 0;
        double squares = 0;
        double before = parameters.start();
        for (int i = 0; i < prices.length; i++) {
            double change = Math.log(prices[i] / before);
            before = prices[i];
            sum += change;
            squares += change * change;
        }
        mean = sum / (prices.length * parameters.step());
        volatility = Math.sqrt(squares / (prices.length * parameters.step()));
        report("path evaluated");
    }

    double mean() {
        return mean;
    }

    double volatility() {
        return volatility;
    }
}
