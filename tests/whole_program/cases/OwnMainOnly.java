// Objects in static fields that only main uses, beside threads that use others.
class OwnMainOnly {
    static final Statistics MAIN = new Statistics(); // object: global unique !shared
    static final Statistics ALL = new Statistics(); // object: global unique shared

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Worker().start(); // thread: Worker.run many thread
            MAIN.count++; // access count: unshared
        }
        System.out.println(MAIN.count); // access count: unshared
        System.out.println(ALL.count); // access count: threads=main locks=none
    }
}

class Statistics {
    int count;
}

class Worker extends Thread {
    @Override
    public void run() {
        OwnMainOnly.ALL.count++; // access count: threads=Worker.run locks=none
    }
}
