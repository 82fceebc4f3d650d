// Inner, anonymous and local classes use the fields of the object around them.
// parallel: main Task.run yes
class InnerClasses {
    int count;
    int guarded;

    public static void main(String[] arguments) {
        InnerClasses outer = new InnerClasses(); // object: global shared escape unique
        new Thread(outer.new Task()).start(); // thread: Task.run one thread
        outer.startAnonymous();
        outer.count++; // access: threads=main locks=none
    }

    class Task implements Runnable {
        @Override
        public void run() {
            count++; // access count: threads=Task.run locks=none
            synchronized (InnerClasses.this) {
                guarded++; // access guarded: threads=Task.run locks=InnerClasses
            }
        }
    }

    void startAnonymous() {
        int[] captured = new int[1]; // object: global !object-specific
        captured[0] = 1; // access: unshared
        new Thread(new Runnable() {
            @Override
            public void run() {
                synchronized (InnerClasses.this) {
                    guarded++; // access guarded: locks=InnerClasses
                    captured[0]++; // access elements: locks=InnerClasses
                }
            }
        }).start();
        captured[0]++; // access: threads=main locks=none
    }
}
