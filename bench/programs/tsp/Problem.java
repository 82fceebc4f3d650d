package tsp;

/** Distances between cities on a grid, made up from a seed. */
final class Problem {
    final int cities;
    final int[][] weights;

    private Problem(int cities) {
        this.cities = cities;
        weights = new int[cities][cities];
    }

    static Problem random(int cities, int seed) {
        Problem problem = new Problem(cities);
        int[] x = new int[cities];
        int[] y = new int[cities];
        for (int i = 0; i < cities; i++) {
            seed = seed * 1103515245 + 12345;
            x[i] = (seed >>> 16) % 1000;
            seed = seed * 1103515245 + 12345;
            y[i] = (seed >>> 16) % 1000;
        }
        for (int i = 0; i < cities; i++) {
            for (int j = 0; j < cities; j++) {
                problem.weights[i][j] = (int) Math.sqrt((x[i] - x[j]) * (x[i] - x[j]) + (y[i] - y[j]) * (y[i] - y[j]));
            }
        }
        return problem;
    }
}
