package elevator;

import java.util.Vector;

/** Who waits on a floor, and which elevator comes for them. Every field is guarded by the floor itself. */
final class Floor {
    final Vector<Integer> up = new Vector<>();
    final Vector<Integer> down = new Vector<>();
    int claimedUp = -1;
    int claimedDown = -1;
}
