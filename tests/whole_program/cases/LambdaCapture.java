// What a lambda captures is a field of it: two lambdas of one place have two.
// parallel: lambda@15 lambda@15 yes
class LambdaCapture {
    public static void main(String[] arguments) {
        Counter shared = new Counter(); // object: global shared escape unique
        for (int i = 0; i < 3; i++) {
            new Thread(task(shared)).start(); // thread: lambda@15 many thread
        }
        Counter own = new Counter(); // object: !shared
        task(own).run();
        own.total++; // access: unshared
    }

    static Runnable task(Counter counter) {
        return () -> counter.count++; // access: threads=lambda@15 locks=none
    }
}

class Counter {
    int count;
    int total;
}
