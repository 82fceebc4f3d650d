package montecarlo;

import java.util.Vector;

final class Runner extends Thread {
    private final int id;
    private final int threads;
    private final Parameters parameters;
    private final Vector<Task> tasks;
    private final Vector<Result> results;

    Runner(int id, int threads, Parameters parameters, Vector<Task> tasks, Vector<Result> results) {
        super("montecarlo-" + id);
        this.id = id;
        this.threads = threads;
        this.parameters = parameters;
        this.tasks = tasks;
        this.results = results;
    }

    @Override
    public void run() {
        for (int i = id; i < tasks.size(); i += threads) {
            Task task = tasks.get(i);
            Path path = new Path(parameters, task.seed());
            path.simulate(parameters);
            path.evaluate(parameters);
            Result result = new Result();
            result.setNumber(task.number());
            result.setMean(path.mean());
            result.setVolatility(path.volatility());
            results.add(result);
        }
    }
}
