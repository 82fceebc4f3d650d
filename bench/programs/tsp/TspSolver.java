package tsp;

final class TspSolver extends Thread {
    private static final boolean FIXED = Boolean.getBoolean("fixed");
    /** Tours that are open for fewer cities than this are solved by one thread, recursively. */
    private static final int RECURSIVE_FROM = 5;
    private static final Object MIN_LOCK = new Object();
    private static Problem problem;
    private static TourPool pool;
    private static int minTourLength;

    private int nodes;
    private int mask;
    private final int[] path;
    private final int[] cheapest;

    TspSolver(int number) {
        super("tsp-" + number);
        path = new int[problem.cities];
        cheapest = new int[problem.cities];
    }

    static void begin(Problem newProblem) {
        problem = newProblem;
        pool = new TourPool(newProblem.cities);
        minTourLength = Integer.MAX_VALUE;
        TourElement start = pool.fresh(newProblem.cities);
        start.prefix[0] = 0;
        start.visited = 1;
        start.mask = 1;
        start.length = 0;
        start.lowerBound = 0;
        pool.open(start);
    }

    static int shortest() {
        synchronized (MIN_LOCK) {
            return minTourLength;
        }
    }

    @Override
    public void run() {
        prepareBounds();
        try {
            for (TourElement tour = pool.take(); tour != null; tour = pool.take()) {
                if (tour.lowerBound < bound()) {
                    expand(tour);
                }
                pool.giveBack(tour);
                pool.finished();
            }
        } catch (InterruptedException stop) {
            interrupt();
        }
    }

    private void prepareBounds() {
        for (int i = 0; i < problem.cities; i++) {
            cheapest[i] = Integer.MAX_VALUE;
            for (int j = 0; j < problem.cities; j++) {
                if (i != j && problem.weights[i][j] < cheapest[i]) {
                    cheapest[i] = problem.weights[i][j];
                }
            }
        }
    }

    private void expand(TourElement tour) {
        if (tour.visited >= RECURSIVE_FROM) {
            mask = tour.mask;
            nodes = tour.visited;
            System.arraycopy(tour.prefix, 0, path, 0, tour.visited);
            solve(tour.length);
            return;
        }
        int from = tour.prefix[tour.visited - 1];
        for (int city = 1; city < problem.cities; city++) {
            if ((tour.mask & 1 << city) != 0) {
                continue;
            }
            TourElement next = pool.fresh(problem.cities);
            next.copyFrom(tour);
            next.prefix[next.visited++] = city;
            next.mask |= 1 << city;
            next.length += problem.weights[from][city];
            next.lowerBound = next.length + remaining(next.mask, city);
            if (next.lowerBound < bound()) {
                pool.open(next);
            } else {
                pool.giveBack(next);
            }
        }
    }

    /** At least this is needed to leave the last city and every city that is not visited. */
    private int remaining(int visited, int last) {
        int sum = cheapest[last];
        for (int i = 0; i < problem.cities; i++) {
            if ((visited & 1 << i) == 0) {
                sum += cheapest[i];
            }
        }
        return sum;
    }

    private void solve(int length) {
        int from = path[nodes - 1];
        if (nodes == problem.cities) {
            setBest(length + problem.weights[from][0]);
            return;
        }
        if (length + remaining(mask, from) >= bound()) {
            return;
        }
        for (int city = 1; city < problem.cities; city++) {
            if ((mask & 1 << city) == 0) {
                mask |= 1 << city;
                path[nodes++] = city;
                solve(length + problem.weights[from][city]);
                nodes--;
                mask &= ~(1 << city);
            }
        }
    }

    private static int bound() {
        if (FIXED) {
            return shortest();
        }
        return minTourLength;
    }

    private static void setBest(int length) {
        if (length < bound()) {
            synchronized (MIN_LOCK) {
                if (length < minTourLength) {
                    minTourLength = length;  // expect default,arrays,lockset: object-race tsp.TspSolver.minTourLength
                }
            }
        }
    }
}
