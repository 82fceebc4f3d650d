// A meta crawler in the style of "hedc" (von Praun 3.5.2, program 4.1, 7.1.6, 7.2.6): principal threads issue queries
// to two archives each; reusable worker threads handle them; what takes too long is cancelled by an interrupt.
// Defects on purpose:
//   Task.thread_             set to null by the worker without a lock, read twice by cancel(): a NullPointerException
//                            may come of it. Also an overlap of run() and cancel() on one object (object-consistency).
//   PageFormat               is not thread-safe and shared by all workers (java.text.DecimalFormat in the original).
//   Decoder.standard         double-checked locking without volatile.
// -Dfixed=true repairs all three. Not defects: SearchParameters is cloned for each task; Settings.get is not
// synchronized itself, but what it calls is.
// How many are cancelled depends on time: a cancel() that comes before its task has begun is lost, fixed or not, and
// then the slow archive answers after all.
//   java hedc.Main [principals [queries]]
// variant: default args="4 3" output=any runs=3
// variant: fixed args="4 3" output=any jvm="-Dfixed=true"
// variant: lockset args="4 3" output=any options="--lockset-only" runs=3
// variant: consistency args="4 3" output=any options="--checks object-consistency" runs=3
// variant: consistency-fixed args="4 3" output=any options="--checks object-consistency" jvm="-Dfixed=true"
// expect default,lockset: object-race hedc.PageFormat.*
// expect consistency: object-consistency hedc.Task.thread_
// may default,lockset: object-race hedc.Task.thread_
// may default,lockset: object-race hedc.Decoder.*
// may lockset: object-race hedc.*
// may consistency: object-consistency hedc.PageFormat.*
package hedc;

public final class Main {
    static final boolean FIXED = Boolean.getBoolean("fixed");

    public static void main(String[] args) throws InterruptedException {
        int principals = args.length > 0 ? Integer.parseInt(args[0]) : 4;
        int queries = args.length > 1 ? Integer.parseInt(args[1]) : 10;
        Settings.set("archives", "2");
        Decoder.ready();
        WorkerPool pool = new WorkerPool(2 * principals);
        Principal[] threads = new Principal[principals];
        for (int i = 0; i < principals; i++) {
            threads[i] = new Principal(i, queries, pool);
            threads[i].start();
        }
        int answered = 0;
        int cancelled = 0;
        for (Principal thread : threads) {
            thread.join();
            answered += thread.answered();
            cancelled += thread.cancelled();
        }
        pool.shutdown();
        System.out.println("hedc: " + answered + " answers, " + cancelled + " cancelled");
    }
}
