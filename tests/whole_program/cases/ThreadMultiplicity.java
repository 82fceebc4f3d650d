// How many: once, at two places, in a loop, in a method that is called twice, by a thread of which there are many.
// parallel: Once.run Once.run no (one instance)
// parallel: Twice.run Twice.run yes (two start sites)
// parallel: Loop.run Loop.run yes
// parallel: Called.run Called.run yes (the starter is called twice)
// parallel: Nested.run Nested.run yes (started by many)
class ThreadMultiplicity {
    public static void main(String[] arguments) {
        new Once().start(); // thread: Once.run one thread ; object: thread unique
        new Twice().start(); // thread: Twice.run one thread ; object: thread unique
        new Twice().start(); // thread: Twice.run one thread ; object: thread unique
        for (int i = 0; i < 2; i++) {
            new Loop().start(); // thread: Loop.run many thread ; object: thread !unique
        }
        startCalled();
        startCalled();
    }

    static void startCalled() {
        new Called().start(); // thread: Called.run many thread ; object: thread !unique
    }
}

class Data {
    int value;
}

class Once extends Thread {
    @Override
    public void run() {
        Data data = new Data(); // object: !shared
        data.value = 1; // access: unshared
    }
}

class Twice extends Thread {
    @Override
    public void run() {
        System.out.println("twice");
    }
}

class Loop extends Thread {
    @Override
    public void run() {
        new Nested().start(); // thread: Nested.run many thread ; object: thread !unique
    }
}

class Called extends Thread {
    static int count;

    @Override
    public void run() {
        count++; // access: threads=Called.run locks=none
    }
}

class Nested extends Thread {
    @Override
    public void run() {
        System.out.println("nested");
    }
}
