package raytracer;

/** Renders every n-th row and adds what it has seen to the checksum of all. */
final class RayTracerRunner extends Thread {
    private static final Object ONE_LOCK = new Object();
    private final Object lock = new Object();
    private final int id;
    private final int threads;
    private final int width;
    private final int height;
    private long checksum;

    RayTracerRunner(int id, int threads, int width, int height) {
        super("raytracer-" + id);
        this.id = id;
        this.threads = threads;
        this.width = width;
        this.height = height;
    }

    @Override
    public void run() {
        RayTracer tracer = new RayTracer(Scene.standard());
        Interval interval = new Interval(width, height, id, threads);
        checksum = tracer.render(interval);
        synchronized (Main.FIXED ? ONE_LOCK : lock) {
            Main.checksum1 = Main.checksum1 + checksum;  // expect default,lockset: object-race raytracer.Main.checksum1
        }
    }

    long checksum() {
        return checksum;  // expect lockset: object-race raytracer.RayTracerRunner.checksum
    }
}
