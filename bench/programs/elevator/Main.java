// A discrete event simulator with elevators as threads that poll a central control board, after the description of
// "elevator" in von Praun's thesis (3.5.2, 4.5.1). Each floor has its own lock, in an array: the compile-time view
// cannot tell them apart, the run-time view can. No defect.
//   java elevator.Main [elevators [people]]
// variant: default args="4 60"
// variant: lockset args="4 60" options="--lockset-only"
// variant: consistency args="4 60" options="--checks object-consistency"
package elevator;

import java.util.Vector;

public final class Main {
    static final int FLOORS = 10;

    public static void main(String[] args) throws InterruptedException {
        int count = args.length > 0 ? Integer.parseInt(args[0]) : 4;
        int people = args.length > 1 ? Integer.parseInt(args[1]) : 150;
        Controls controls = new Controls(FLOORS, people);
        Vector<ButtonPress> events = readEvents(people);
        Elevator[] elevators = new Elevator[count];
        for (int i = 0; i < count; i++) {
            elevators[i] = new Elevator(i, controls);
        }
        for (Elevator elevator : elevators) {
            elevator.start();
        }
        int tick = 0;
        while (!events.isEmpty()) {
            while (!events.isEmpty() && events.get(0).tick <= tick) {
                ButtonPress press = events.remove(0);
                controls.pushButton(press.from, press.to);
            }
            tick++;
            if (tick % 8 == 0) {
                Thread.sleep(1);
            }
        }
        int moved = 0;
        for (Elevator elevator : elevators) {
            elevator.join();
            moved += elevator.delivered();
        }
        System.out.println("elevator: " + moved + " of " + people + " people delivered, " + controls.waiting()
                           + " wait");
    }

    private static Vector<ButtonPress> readEvents(int people) {
        Vector<ButtonPress> events = new Vector<>();
        int seed = 17;
        for (int i = 0; i < people; i++) {
            seed = seed * 1103515245 + 12345;
            int from = (seed >>> 16) % FLOORS;
            int to = (from + 1 + (seed >>> 8 & 0xff) % (FLOORS - 1)) % FLOORS;
            events.add(new ButtonPress(i * 2, from, to));
        }
        return events;
    }
}
