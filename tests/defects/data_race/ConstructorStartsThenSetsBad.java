// The constructor starts the thread, and only then sets what the thread counts up.
class ConstructorStartsThenSetsBad {
    private int limit;

    ConstructorStartsThenSetsBad() {
        new Thread(this::run).start();
        setLimit(10);
    }

    private void setLimit(int limit) {
        this.limit = limit; // expect: data-race/unlocked
    }

    private void run() {
        for (int i = 0; i < limit; i++) {
            System.out.println(i);
        }
    }

    public static void main(String[] arguments) {
        new ConstructorStartsThenSetsBad();
    }
}
