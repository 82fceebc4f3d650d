// A queue for one producer and one consumer, and a flag, both by sun.misc.Unsafe, as libraries have them. The plain
// field beside them is ordered by nothing.
// variant: default stderr=".*"
import java.lang.reflect.Field;
import sun.misc.Unsafe;

public class UnsafeOk {
    private static final Unsafe UNSAFE;
    private static final long FLAG;
    private static final long BASE = Unsafe.ARRAY_OBJECT_BASE_OFFSET;
    private static final long SCALE = Unsafe.ARRAY_OBJECT_INDEX_SCALE;

    static {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            UNSAFE = (Unsafe) field.get(null);
            FLAG = UNSAFE.objectFieldOffset(UnsafeOk.class.getDeclaredField("flag"));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile int flag;
    private int value;
    private int unordered;
    private final Object[] elements = new Object[8];

    private void put(int at, UnsafeOk box) {
        UNSAFE.putOrderedObject(elements, BASE + (at & 7) * SCALE, box);
    }

    private UnsafeOk take(int at) {
        long offset = BASE + (at & 7) * SCALE;
        Object found = UNSAFE.getObjectVolatile(elements, offset);
        while (found == null) {
            Thread.yield();
            found = UNSAFE.getObjectVolatile(elements, offset);
        }
        elements[at & 7] = null;
        return (UnsafeOk) found;
    }

    private void await(int wanted) {
        while (flag != wanted) Thread.yield();
    }

    public static void main(String[] args) throws InterruptedException {
        UnsafeOk queue = new UnsafeOk();
        UnsafeOk box = new UnsafeOk();
        Thread worker = new Thread(() -> {
            for (int i = 0; i < 200; i++) {
                UnsafeOk mine = queue.take(i);
                mine.value += 2;
                queue.unordered++;  // expect: object-race UnsafeOk.unordered
                UNSAFE.compareAndSwapInt(queue, FLAG, i, i + 1);
            }
        });
        worker.start();
        for (int i = 0; i < 200; i++) {
            box.value++;
            queue.put(i, box);
            queue.unordered++;
            queue.await(i + 1);
        }
        worker.join();
        System.out.println(box.value);
    }
}
