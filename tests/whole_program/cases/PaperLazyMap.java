// Program 5.5: arrays that are filled once, under the lock, and read under it.
// parallel: MapClient.run MapClient.run yes (two start sites)
class PaperLazyMap {
    public static void main(String[] arguments) {
        MapClient.map = new LazyMap(); // object: global shared escape unique keys->Object[]
        new MapClient().start(); // thread: MapClient.run one thread
        new MapClient().start(); // thread: MapClient.run one thread
    }
}

class LazyMap {
    Object[] keys;
    Object[] values;
    volatile boolean done;

    void init() {
        if (!done) { // access: threads=MapClient.run locks=none
            synchronized (this) {
                if (!done) { // access: threads=MapClient.run locks=this
                    done = true; // access: threads=MapClient.run locks=this
                    keys = new Object[1]; // object: global shared object-specific host=LazyMap !unique
                    //^ access keys: threads=MapClient.run locks=this
                    values = new Object[1]; // object: global shared object-specific host=LazyMap !unique
                    values[0] = "value"; // access elements: threads=MapClient.run locks=LazyMap
                }
            }
        }
    }

    synchronized Object get() {
        return keys[0] == null ? values[0] : null; // access elements: threads=MapClient.run locks=LazyMap
    }
}

class MapClient extends Thread {
    static LazyMap map;

    @Override
    public void run() {
        map.init();
        System.out.println(map.get());
    }
}
