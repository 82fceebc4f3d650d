// Very many threads, all alive at the same time, that meet at a lock, at monitors, in a queue and through futures. One
// defect: a counter without a lock.
//   java crowd.Main platform|virtual [threads [rounds [weigh]]]
// With "weigh" it says how much of the heap is in use when all threads are alive, after a collection.
// variant: default args="platform 600 2" diagnostics="threads came when 512 others were alive"
// variant: virtual args="virtual 10000 1" jvm="-Xmx256m" java=21 diagnostics="threads came when 512 others were alive"
// variant: full args="virtual 60000 1" jvm="-Xmx256m" java=21 diagnostics="stopped watching|threads came when 512"
package crowd;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;

public final class Main {
    private static final int MONITORS = 16;
    private static final long SMALL_STACK = 128 << 10;

    private final int rounds;
    private final CountDownLatch allAlive;
    private final ReentrantLock lock = new ReentrantLock();
    private long underLock;
    private final Object[] monitors = new Object[MONITORS];
    private final Counter[] underMonitors = new Counter[MONITORS];
    private final LinkedBlockingQueue<Message> queue = new LinkedBlockingQueue<>();
    private int withoutLock;

    private static final class Counter {
        long value;
    }

    private static final class Message {
        int hops;
    }

    private Main(int threads, int rounds, boolean weighs) {
        this.rounds = rounds;
        allAlive = new CountDownLatch(weighs ? threads + 1 : threads);
        for (int i = 0; i < MONITORS; i++) {
            monitors[i] = new Object();
            underMonitors[i] = new Counter();
        }
    }

    public static void main(String[] args) throws Exception {
        boolean isVirtual = args.length > 0 && args[0].equals("virtual");
        int threads = args.length > 1 ? Integer.parseInt(args[1]) : 1000;
        int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 1;
        boolean weighs = args.length > 3 && args[3].equals("weigh");
        Main crowd = new Main(threads, rounds, weighs);
        List<CompletableFuture<Message>> results = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            CompletableFuture<Message> result = new CompletableFuture<>();
            int number = i;
            start(isVirtual, () -> crowd.live(number, result));
            results.add(result);
        }
        if (weighs) {
            crowd.weigh();
        }
        long hops = 0;
        for (CompletableFuture<Message> result : results) {
            hops += result.get().hops;
        }
        long counted = crowd.underLock;
        for (Counter counter : crowd.underMonitors) {
            counted += counter.value;
        }
        System.out.println("crowd: " + hops + " hops, " + counted + " counted");
    }

    private void weigh() throws InterruptedException {
        while (allAlive.getCount() > 1) {
            Thread.sleep(10);
        }
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        System.out.println("live: " + (runtime.totalMemory() - runtime.freeMemory() >> 20) + " MiB");
        allAlive.countDown();
    }

    private void live(int number, CompletableFuture<Message> result) {
        try {
            queue.put(new Message());
            meet(number);
            allAlive.countDown();
            allAlive.await();
            for (int i = 1; i < rounds; i++) {
                pass();
                meet(number + i);
            }
            Message last = queue.take();
            last.hops++;
            result.complete(last);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void meet(int number) {
        lock.lock();
        try {
            underLock++;
        } finally {
            lock.unlock();
        }
        int n = number % MONITORS;
        synchronized (monitors[n]) {
            underMonitors[n].value++;
        }
        withoutLock++;  // expect: object-race crowd.Main.withoutLock
    }

    private void pass() throws InterruptedException {
        Message message = queue.take();
        message.hops++;
        queue.put(message);
    }

    /** By reflection: older Java has no virtual threads. */
    private static void start(boolean isVirtual, Runnable task) throws Exception {
        if (isVirtual) {
            Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
            start.invoke(null, task);
        } else {
            new Thread(null, task, "worker", SMALL_STACK).start();
        }
    }
}
