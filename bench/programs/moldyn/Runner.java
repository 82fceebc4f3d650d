package moldyn;

import java.util.Random;

final class Runner extends Thread {
    private static final double DENSITY = 0.83134;
    private static final double STEP = 0.0005;
    private final int id;
    private final int threads;
    private final int cells;
    private final int steps;
    private final Barrier barrier;
    private Particle[] particles;
    double potential;
    double virial;
    int interactions;

    Runner(int id, int threads, int cells, int steps, Barrier barrier) {
        super("moldyn-" + id);
        this.id = id;
        this.threads = threads;
        this.cells = cells;
        this.steps = steps;
        this.barrier = barrier;
    }

    @Override
    public void run() {
        int count = 4 * cells * cells * cells;
        double side = Math.pow(count / DENSITY, 1.0 / 3);
        double cutoff = Math.min(cells / 4.0 * 2.5, side / 2);
        place(count, side);
        try {
            for (int step = 0; step < steps; step++) {
                step(count, side, cutoff);
            }
        } catch (InterruptedException stop) {
            interrupt();
        }
    }

    private void place(int count, double side) {
        particles = new Particle[count];
        Random random = new Random(13);
        double cell = side / cells;
        int next = 0;
        for (int corner = 0; corner < 4; corner++) {
            for (int i = 0; i < cells; i++) {
                for (int j = 0; j < cells; j++) {
                    for (int k = 0; k < cells; k++) {
                        double x = i * cell + (corner == 1 || corner == 2 ? cell / 2 : 0);
                        double y = j * cell + (corner == 1 || corner == 3 ? cell / 2 : 0);
                        double z = k * cell + (corner == 2 || corner == 3 ? cell / 2 : 0);
                        particles[next++] = new Particle(x, y, z, random.nextGaussian(), random.nextGaussian(),
                                                         random.nextGaussian());
                    }
                }
            }
        }
    }

    private void step(int count, double side, double cutoff) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            particles[i].move(side, STEP);
        }
        potential = 0;
        virial = 0;
        for (int i = id; i < count; i += threads) {
            particles[i].force(side, cutoff, particles, i, this);
        }
        for (int i = 0; i < count; i++) {
            Main.forces[id][0][i] = particles[i].forceX;
            Main.forces[id][1][i] = particles[i].forceY;
            Main.forces[id][2][i] = particles[i].forceZ;
        }
        Main.potential[id] = potential;
        Main.virial[id] = virial;
        barrier.await();
        if (id == 0) {
            addUp(count);
        }
        barrier.await();
        double sum = 0;
        for (int i = 0; i < count; i++) {
            particles[i].forceX = Main.forces[0][0][i];
            particles[i].forceY = Main.forces[0][1][i];
            particles[i].forceZ = Main.forces[0][2][i];
            sum += particles[i].kick(STEP / 2);
        }
        Main.kinetic[id] = sum;
        barrier.await();
        if (id == 0) {
            Main.interactions += interactions;
        }
        interactions = 0;
    }

    private void addUp(int count) {
        for (int thread = 1; thread < threads; thread++) {
            for (int axis = 0; axis < 3; axis++) {
                for (int i = 0; i < count; i++) {
                    Main.forces[0][axis][i] += Main.forces[thread][axis][i];
                }
            }
            Main.potential[0] += Main.potential[thread];
            Main.virial[0] += Main.virial[thread];
        }
    }
}
