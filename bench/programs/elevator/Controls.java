package elevator;

import java.util.Vector;

/** The control board: elevators claim floors and fetch people here. */
final class Controls {
    private final Floor[] floors;
    private int outstanding;

    Controls(int count, int people) {
        floors = new Floor[count];
        for (int i = 0; i < count; i++) {
            floors[i] = new Floor();
        }
        outstanding = people;
    }

    void pushButton(int from, int to) {
        synchronized (floors[from]) {
            if (to > from) {
                floors[from].up.add(to);
            } else {
                floors[from].down.add(to);
            }
        }
    }

    boolean claim(int floor, boolean up, int elevator) {
        Floor here = floors[floor];
        synchronized (here) {
            if (up) {
                if (here.up.isEmpty() || here.claimedUp != -1 && here.claimedUp != elevator) {
                    return false;
                }
                here.claimedUp = elevator;
            } else {
                if (here.down.isEmpty() || here.claimedDown != -1 && here.claimedDown != elevator) {
                    return false;
                }
                here.claimedDown = elevator;
            }
            return true;
        }
    }

    Vector<Integer> board(int floor, boolean up, int elevator) {
        Vector<Integer> guests = new Vector<>();
        Floor here = floors[floor];
        synchronized (here) {
            if (up && here.claimedUp == elevator) {
                guests.addAll(here.up);
                here.up.clear();
                here.claimedUp = -1;
            } else if (!up && here.claimedDown == elevator) {
                guests.addAll(here.down);
                here.down.clear();
                here.claimedDown = -1;
            }
        }
        return guests;
    }

    int floors() {
        return floors.length;
    }

    synchronized void delivered(int people) {
        outstanding -= people;
    }

    synchronized boolean finished() {
        return outstanding == 0;
    }

    int waiting() {
        int sum = 0;
        for (Floor floor : floors) {
            synchronized (floor) {
                sum += floor.up.size() + floor.down.size();
            }
        }
        return sum;
    }
}
