// An enum constant is one object for all threads, and its field has no lock.
class EnumStateBad {
    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Thread(() -> Numbers.INSTANCE.reserve(10)).start();
        }
    }
}

enum Numbers {
    INSTANCE;

    private int next;

    void reserve(int count) {
        next += count; // expect: data-race/unlocked
        if (next > 30) {
            throw new IllegalStateException();
        }
    }
}
