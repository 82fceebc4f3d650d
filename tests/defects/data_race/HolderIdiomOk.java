// The holder class is initialised when it is first used, and only once: the JVM orders that before all reads.
class HolderIdiomOk {
    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Thread(() -> System.out.println(Engine.instance().power())).start();
        }
    }
}

class Engine {
    private int power;

    private Engine() {
        power = 90;
    }

    static Engine instance() {
        return Holder.ENGINE;
    }

    int power() {
        return power;
    }

    private static class Holder {
        static final Engine ENGINE = new Engine();
    }
}
