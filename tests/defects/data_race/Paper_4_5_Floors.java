// Section 4.5, elevator: each floor has a lock of its own, made in a loop, which protects the data of this floor.
class Paper_4_5_Floors {
    static final Floor[] FLOORS = new Floor[4];

    public static void main(String[] arguments) {
        for (int i = 0; i < FLOORS.length; i++) {
            FLOORS[i] = new Floor();
        }
        for (int i = 0; i < 3; i++) {
            new Elevator(i).start();
        }
    }
}

class Floor {
    final Object lock = new Object();
    int waiting;
}

class Elevator extends Thread {
    private final int first;

    Elevator(int first) {
        this.first = first;
    }

    @Override
    public void run() {
        for (int i = first; i < 20; i++) {
            Floor floor = Paper_4_5_Floors.FLOORS[i % 4];
            synchronized (floor.lock) {
                floor.waiting += i;
            }
        }
    }
}
