// A ray tracer in the style of "mtrt" (von Praun 3.5.2): one scene, built by main in an octree and read by all threads;
// points and vectors behind getters, so that most accesses are through this.
// Defect on purpose: RayTracer.threadCount is counted up and down without a lock; nothing depends on it (4.5.1, 7.1.6).
// -Dfixed=true counts under the lock of the class.
//   java mtrt.Main [threads [width]]
// variant: default args="2 120" runs=3
// variant: fixed args="2 120" jvm="-Dfixed=true"
// variant: arrays args="2 120" options="--arrays whole" jvm="-Dfixed=true"
// variant: lockset args="2 120" options="--lockset-only" runs=3
// variant: consistency args="2 120" options="--checks object-consistency" jvm="-Dfixed=true"
package mtrt;

public final class Main {
    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        int width = args.length > 1 ? Integer.parseInt(args[1]) : 2400;
        Scene scene = Scene.standard();
        Canvas canvas = new Canvas(width, width * 3 / 4);
        RayTracer[] tracers = new RayTracer[threads];
        int rows = canvas.height() / threads;
        for (int i = 0; i < threads; i++) {
            int last = i == threads - 1 ? canvas.height() : (i + 1) * rows;
            tracers[i] = new RayTracer("tracer-" + i, scene, canvas, i * rows, last);
        }
        for (RayTracer tracer : tracers) {
            tracer.start();
        }
        long rays = 0;
        for (RayTracer tracer : tracers) {
            tracer.join();
            rays += tracer.rays();
        }
        System.out.println("mtrt: " + rays + " rays, checksum " + canvas.checksum());
    }
}
