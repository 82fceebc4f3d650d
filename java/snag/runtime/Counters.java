package snag.runtime;

import java.util.Arrays;

/** What is counted for the end of the trace. Plain longs: a lost increment does no harm. */
final class Counters {
    static long handovers;
    static long accessesSlow;
    static long conflictsOrdered;
    static long droppedBusy;
    static long droppedMemory;
    static long droppedError;
    static long threads;
    /** Threads that got no slot of their own. */
    static long sharers;

    private Counters() {}

    static Statistic[] all() {
        Statistic[] counted = {new Statistic("hand-overs", handovers), new Statistic("slow-accesses", accessesSlow),
                new Statistic("ordered-conflicts", conflictsOrdered),
                new Statistic(
                        "dropped-busy", droppedBusy, " events were dropped because a table was busy for long"),
                new Statistic("dropped-memory", droppedMemory,
                        " times an object was not checked: the memory of --max-memory was used up"),
                new Statistic(
                        "dropped-errors", droppedError, " events were dropped by errors such as a full stack or heap"),
                new Statistic("threads-sharing-a-clock", sharers,
                        " threads came when 512 others were alive; their order is known less exactly, and races of "
                                + "theirs may be missed"),
                new Statistic("threads", threads), new Statistic("threads-in-table", Threads.living),
                new Statistic("clock-slots", Threads.slots), new Statistic("side-records", SideTable.size())};
        Check[] checks = Check.all;
        Statistic[] all = Arrays.copyOf(counted, counted.length + checks.length);
        for (int i = 0; i < checks.length; i++) {
            all[counted.length + i] = new Statistic(checks[i].counter, checks[i].found);
        }
        return all;
    }
}
