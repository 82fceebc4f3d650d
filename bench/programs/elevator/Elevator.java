package elevator;

import java.util.Vector;

final class Elevator extends Thread {
    private final int number;
    private final Controls controls;
    private final int[] aboard = new int[Main.FLOORS];
    private int floor;
    private boolean up = true;
    private int delivered;

    Elevator(int number, Controls controls) {
        super("elevator-" + number);
        this.number = number;
        this.controls = controls;
        this.floor = number % Main.FLOORS;
    }

    @Override
    public void run() {
        int idle = 0;
        while (!controls.finished()) {
            boolean worked = letOut();
            if (controls.claim(floor, up, number)) {
                Vector<Integer> guests = controls.board(floor, up, number);
                for (int to : guests) {
                    aboard[to]++;
                }
                worked = true;
            }
            move();
            idle = worked ? 0 : idle + 1;
            if (idle > 3 * Main.FLOORS) {
                pause();
            }
        }
    }

    private boolean letOut() {
        int leaving = aboard[floor];
        if (leaving == 0) {
            return false;
        }
        aboard[floor] = 0;
        delivered += leaving;
        controls.delivered(leaving);
        return true;
    }

    private void move() {
        floor += up ? 1 : -1;
        if (floor == controls.floors() - 1) {
            up = false;
        } else if (floor == 0) {
            up = true;
        }
    }

    private static void pause() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    int delivered() {
        return delivered;  // expect lockset: object-race elevator.Elevator.delivered
    }
}
