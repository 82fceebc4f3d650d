// A ray tracer in the style of Java Grande's "raytracer" (von Praun 3.5.2, 4.5.1, 7.1.6): 64 spheres, each thread with
// a scene of its own and every n-th row of the picture; vectors with open fields that others read and write.
// Defect on purpose: Main.checksum1 is updated in a synchronized block whose lock each thread has for itself, so that
// updates may be lost. -Dfixed=true takes one lock for all.
//   java raytracer.Main [threads [width]]
// variant: default args="2 40"
// variant: fixed args="2 40" jvm="-Dfixed=true"
// variant: arrays args="2 40" options="--arrays whole" jvm="-Dfixed=true"
// variant: lockset args="2 40" options="--lockset-only"
// variant: consistency args="2 40" options="--checks object-consistency" jvm="-Dfixed=true"
package raytracer;

public final class Main {
    static final boolean FIXED = Boolean.getBoolean("fixed");
    static long checksum1;

    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        int width = args.length > 1 ? Integer.parseInt(args[1]) : 1000;
        checksum1 = 0;
        RayTracerRunner[] runners = new RayTracerRunner[threads];
        for (int i = 0; i < threads; i++) {
            runners[i] = new RayTracerRunner(i, threads, width, width);
        }
        for (RayTracerRunner runner : runners) {
            runner.start();
        }
        long sum = 0;
        for (RayTracerRunner runner : runners) {
            runner.join();
            sum += runner.checksum();
        }
        if (FIXED && sum != checksum1) {
            System.out.println("raytracer: an update was lost");
        }
        System.out.println("raytracer: checksum " + sum);
    }
}
