// A box goes back and forth through volatile fields that are written by field updaters and by a VarHandle, and read as
// fields, or the other way round.
// variant: default
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

public class FieldUpdaterOk {
    private static final AtomicReferenceFieldUpdater<Slot, FieldUpdaterOk> BOX =
            AtomicReferenceFieldUpdater.newUpdater(Slot.class, FieldUpdaterOk.class, "box");
    private static final AtomicIntegerFieldUpdater<Slot> STATE =
            AtomicIntegerFieldUpdater.newUpdater(Slot.class, "state");
    private static final VarHandle TURN;
    private static final VarHandle LAST;

    static {
        try {
            TURN = MethodHandles.lookup().findVarHandle(Slot.class, "turn", int.class);
            LAST = MethodHandles.lookup().findStaticVarHandle(FieldUpdaterOk.class, "last", FieldUpdaterOk.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static volatile FieldUpdaterOk last;

    private int value;
    private int unordered;

    static final class Slot {
        volatile FieldUpdaterOk box;
        volatile int state;
        volatile int turn;
        FieldUpdaterOk plain;
    }

    /** Written by an updater, read as a field. */
    private static void viaReference(FieldUpdaterOk box, Slot slot, boolean first) {
        if (first) {
            box.value++;
            if (!BOX.compareAndSet(slot, null, box)) throw new IllegalStateException();
            while (slot.box != null) Thread.yield();
        } else {
            while (slot.box == null) Thread.yield();
            slot.box.value += 2;
            BOX.set(slot, null);
        }
    }

    /** Written as a field, read by an updater; the way back is the other way round. */
    private static void viaState(FieldUpdaterOk box, Slot slot, boolean first) {
        if (first) {
            box.value++;
            slot.plain = box;
            slot.state = 1;
            while (slot.state != 2) Thread.yield();
        } else {
            while (STATE.get(slot) != 1) Thread.yield();
            slot.plain.value += 2;
            STATE.lazySet(slot, 2);
        }
    }

    private static void viaHandle(FieldUpdaterOk box, Slot slot, boolean first) {
        if (first) {
            box.value++;
            slot.plain = box;
            TURN.setRelease(slot, 1);
            while ((int) TURN.getAcquire(slot) != 2) Thread.yield();
        } else {
            while (slot.turn != 1) Thread.yield();
            slot.plain.value += 2;
            slot.turn = 2;
        }
    }

    private static void viaStaticHandle(FieldUpdaterOk box, boolean first) {
        if (first) {
            box.value++;
            LAST.compareAndSet((FieldUpdaterOk) null, box);
            while (LAST.getVolatile() != null) Thread.yield();
        } else {
            FieldUpdaterOk mine = (FieldUpdaterOk) LAST.getVolatile();
            while (mine == null) {
                Thread.yield();
                mine = (FieldUpdaterOk) LAST.getVolatile();
            }
            mine.value += 2;
            LAST.setVolatile((FieldUpdaterOk) null);
        }
    }

    private static void rounds(FieldUpdaterOk box, FieldUpdaterOk shared, Slot slot, Slot other, boolean first) {
        for (int i = 0; i < 100; i++) {
            viaReference(box, slot, first);
            viaState(box, other, first);
            viaHandle(box, other, first);
            viaStaticHandle(box, first);
            shared.unordered++;  // expect: object-race FieldUpdaterOk.unordered
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Slot slot = new Slot();
        Slot other = new Slot();
        FieldUpdaterOk shared = new FieldUpdaterOk();
        Thread worker = new Thread(() -> rounds(null, shared, slot, other, /* first= */ false));
        worker.start();
        FieldUpdaterOk box = new FieldUpdaterOk();
        rounds(box, shared, slot, other, /* first= */ true);
        worker.join();
        System.out.println(box.value);
    }
}
