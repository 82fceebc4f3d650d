package montecarlo;

final class Result extends Universal {
    private int number;
    private double mean;
    private double volatility;

    void setNumber(int number) {
        this.number = number;
    }

    void setMean(double mean) {
        this.mean = mean;
    }

    void setVolatility(double volatility) {
        this.volatility = volatility;
    }

    int number() {
        return number;
    }

    double mean() {
        return mean;
    }

    double volatility() {
        return volatility;
    }
}
