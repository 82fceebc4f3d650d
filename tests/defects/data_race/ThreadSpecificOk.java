// Each thread object has its own buffer and counter, which only its own run() uses.
class ThreadSpecificOk {
    public static void main(String[] arguments) throws InterruptedException {
        Encoder[] encoders = new Encoder[3];
        for (int i = 0; i < encoders.length; i++) {
            encoders[i] = new Encoder(i);
            encoders[i].start();
        }
        for (Encoder encoder : encoders) {
            encoder.join();
            System.out.println(encoder.result());
        }
    }
}

class Encoder extends Thread {
    private final StringBuilder buffer = new StringBuilder();
    private final int seed;
    private int steps;

    Encoder(int seed) {
        this.seed = seed;
    }

    @Override
    public void run() {
        for (int i = 0; i < 10; i++) {
            step(i);
        }
    }

    private void step(int i) {
        buffer.append(seed + i);
        steps++;
    }

    String result() {
        return buffer + " " + steps;
    }
}
