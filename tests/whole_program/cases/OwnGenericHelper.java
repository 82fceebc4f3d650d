// A static helper that is used on a shared object and on own ones: the events are those of the shared one.
class OwnGenericHelper {
    static final int[] SHARED = new int[4]; // object: global shared unique

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Filler().start(); // thread: Filler.run many thread
        }
        int[] own = new int[4]; // object: !shared
        fill(own);
    }

    static void fill(int[] array) {
        for (int i = 0; i < array.length; i++) {
            array[i] = i; // access: threads=Filler.run locks=SHARED
        }
    }
}

class Filler extends Thread {
    @Override
    public void run() {
        synchronized (OwnGenericHelper.SHARED) {
            OwnGenericHelper.fill(OwnGenericHelper.SHARED);
        }
        int[] own = new int[4]; // object: !shared
        OwnGenericHelper.fill(own);
    }
}
