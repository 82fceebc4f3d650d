// Section 4.5, mtrt: a counter of threads that is printed at the end and has no influence on anything.
class Paper_4_5_ThreadCount {
    static int threadCount;

    public static void main(String[] arguments) throws InterruptedException {
        Renderer[] renderers = new Renderer[3];
        for (int i = 0; i < renderers.length; i++) {
            renderers[i] = new Renderer();
            renderers[i].start();
        }
        for (Renderer renderer : renderers) {
            renderer.join();
        }
        System.out.println("threads: " + threadCount);
    }
}

class Renderer extends Thread {
    private int pixels;

    @Override
    public void run() {
        Paper_4_5_ThreadCount.threadCount++; // expect: data-race/unlocked low
        for (int i = 0; i < 100; i++) {
            pixels += i;
        }
    }
}
