// The constructor starts a thread on the object before it is complete.
// parallel: main Leaky.run yes
class OwnLeakedThis {
    public static void main(String[] arguments) {
        System.out.println(new Leaky().value); // object: global thread shared escape unique
        //^ access value: threads=main locks=none
    }
}

class Leaky implements Runnable {
    int early;
    int value;

    Leaky() {
        early = 1; // access: unshared
        new Thread(this).start(); // thread: Leaky.run one thread
        value = 1; // access: threads=main locks=none
    }

    @Override
    public void run() {
        System.out.println(early + value); // access: threads=Leaky.run locks=none
    }
}
