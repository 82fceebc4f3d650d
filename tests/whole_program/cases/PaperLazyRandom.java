// Program 3.3, with a generator of the program's own: the lock of the class at the lazy initialization (steps 4 and 5
// of figure 3.9), and an object that is unique at run time but not for the analysis (3.4.4).
// parallel: Roller.run Roller.run yes
class PaperLazyRandom {
    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Roller().start(); // thread: Roller.run many thread ; object: thread !unique
        }
    }
}

class Roller extends Thread {
    @Override
    public void run() {
        for (int i = 0; i < 10; i++) {
            Arithmetic.random();
        }
    }
}

class Arithmetic { // object: class global shared unique generator->Generator
    static Generator generator;

    static synchronized double random() {
        if (generator == null) { // access: threads=Roller.run locks=class Arithmetic
            generator = new Generator(); // object: global shared escape !unique !object-specific !thread-specific
            //^ access generator: threads=Roller.run locks=class Arithmetic
        }
        return generator.next(); // access: threads=Roller.run locks=class Arithmetic
    }
}

class Generator {
    private long seed;

    Generator() {
        seed = 42; // access: unshared
    }

    synchronized double next() {
        seed = seed * 31 + 7; // access: threads=Roller.run locks=this,class Arithmetic
        return seed;
    }
}
