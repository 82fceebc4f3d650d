// An enum constant is made by class initialisation; what changes later is protected by its lock.
class EnumSingletonOk {
    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Thread(() -> System.out.println(Numbers.INSTANCE.next())).start();
        }
    }
}

enum Numbers {
    INSTANCE;

    private String prefix;
    private int last;

    Numbers() {
        prefix = "N";
    }

    String next() {
        return prefix + increase();
    }

    private synchronized int increase() {
        last++;
        return last;
    }
}
