package snag.runtime;

import java.util.Arrays;

/**
 * The units that a thread is in, innermost last. An entry without a Unit began when its object had never been written
 * by a second thread (version 0); it gets one when an access needs it. That keeps begin and end on objects that are
 * only read cheap.
 */
final class UnitStack {
    /**
     * Entries looked through for an object: deeper ones are rarely on the same object, and the cost must not grow with
     * recursion.
     */
    private static final int REACH = 32;

    private static final int FIRST = 2;

    private Object[] objects = new Object[FIRST];
    private Unit[] units = new Unit[FIRST];
    int size;

    void push(Object o, Unit unit) {
        if (size == objects.length) {
            Unit[] moreUnits = Arrays.copyOf(units, size * 2);
            objects = Arrays.copyOf(objects, size * 2);
            units = moreUnits;
        }
        objects[size] = o;
        units[size++] = unit;
    }

    /** Index of the innermost entry on an object, or -1. */
    int find(Object o) {
        int last = Math.max(0, size - REACH);
        for (int i = size - 1; i >= last; i--) {
            if (objects[i] == o) return i;
        }
        return -1;
    }

    Unit unitAt(int index) {
        return units[index];
    }

    /** The unit that an access to the object now belongs to; null: a single access from elsewhere. */
    Unit unitOf(Object o) {
        int i = find(o);
        if (i < 0) return null;
        if (units[i] != null) return units[i];
        Unit made = new Unit(0);
        made.depth = 0;
        for (int j = i; j >= 0; j--) {
            if (objects[j] != o) continue;
            if (units[j] != null) break;
            units[j] = made;
            made.depth++;
        }
        return made;
    }

    /** Drops the innermost entry on the object, and with it what was left above. Returns the unit if that ends it. */
    Unit pop(Object o) {
        int i = size > 0 && objects[size - 1] == o ? size - 1 : find(o);
        if (i < 0) return null;
        Unit unit = units[i];
        while (size > i) {
            size--;
            Unit gone = units[size];
            objects[size] = null;
            units[size] = null;
            if (gone != null && --gone.depth == 0) gone.active = false;
        }
        return unit != null && unit.depth == 0 ? unit : null;
    }
}
