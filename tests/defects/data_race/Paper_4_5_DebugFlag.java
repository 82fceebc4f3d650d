// Section 4.5, monte: all threads write the same constant into a flag, so that it does not matter who is first.
class Paper_4_5_DebugFlag {
    static boolean verbose;

    public static void main(String[] arguments) throws InterruptedException {
        Simulation[] simulations = new Simulation[3];
        for (int i = 0; i < simulations.length; i++) {
            simulations[i] = new Simulation(i);
            simulations[i].start();
        }
        for (Simulation simulation : simulations) {
            simulation.join();
        }
    }
}

class Simulation extends Thread {
    private final int run;

    Simulation(int run) {
        this.run = run;
    }

    @Override
    public void run() {
        Paper_4_5_DebugFlag.verbose = true; // expect: data-race/unlocked low
        double price = 100;
        for (int i = 0; i < 10; i++) {
            price = price * (1 + run / 100.0);
        }
        if (Paper_4_5_DebugFlag.verbose) {
            System.out.println(price);
        }
    }
}
