// Every call returns an object of its own, through two levels of calls and a field of another fresh object.
class OwnReturnedFresh {
    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Worker().start(); // thread: Worker.run many thread
        }
    }
}

class Result {
    int value;
    Result inner;
}

class Worker extends Thread {
    @Override
    public void run() {
        Result result = compute(3);
        result.value++; // access: unshared
        result.inner.value++; // access: unshared
        System.out.println(result.value); // access: unshared
    }

    private Result compute(int depth) {
        Result result = single(depth);
        result.inner = single(depth - 1); // access: unshared
        return result;
    }

    private static Result single(int value) {
        Result result = new Result(); // object: !shared !global
        result.value = value; // access: unshared
        return result;
    }
}
