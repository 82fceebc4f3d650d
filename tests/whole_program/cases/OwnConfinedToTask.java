// Objects that a task creates and hands only to methods that it calls.
class OwnConfinedToTask {
    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Worker().start(); // thread: Worker.run many thread
        }
    }
}

class Scratch {
    int used;
    int[] cells = new int[16]; // object: !shared !global

    void put(int value) {
        cells[used++] = value; // access: unshared
    }
}

class Worker extends Thread {
    @Override
    public void run() {
        Scratch scratch = new Scratch(); // object: !shared !global !escape
        fill(scratch);
        System.out.println(sum(scratch));
    }

    private void fill(Scratch scratch) {
        scratch.put(1);
        scratch.cells[5] = 2; // access: unshared
    }

    private int sum(Scratch scratch) {
        int sum = 0;
        for (int i = 0; i < scratch.used; i++) { // access: unshared
            sum += scratch.cells[i]; // access: unshared
        }
        return sum;
    }
}
