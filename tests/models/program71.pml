/*
 * Program 7.1 of von Praun 2004: the simplified protocol of object consistency, four threads, one access each.
 *
 * As printed it cannot be checked by spin:
 *  - "if" without else blocks a thread whose guard is false, so no thread that runs alone ever reaches its assertion;
 *    here each if has its else.
 *  - a byte never equals -1, so "before != -1" is always true and every run reports; here the header is a short.
 *  - ctr++ is one step in Promela, so no update is ever lost; here it is a read and a write.
 *  - each thread asserts ctr == NUM_THREADS when it is done, which the first one cannot meet; here the last one
 *    asserts.
 *
 * -DBROKEN leaves the check of "after" out: then an update is lost unseen, and spin must say so.
 */
#define NUM_THREADS 4

short header = -1;
byte ctr = 0;
bool report = 0;
byte done = 0;

/* A run is of no more interest once there is a report. */
active [NUM_THREADS] proctype user() provided (!report) {
    short before;
    short after;
    byte value;

    /* prologue */
    before = header;
    header = _pid;

    /* access; dead variables are cleared, that keeps the number of states down */
    value = ctr;
    d_step { ctr = value + 1; value = 0; }

    /* epilogue */
    after = header;
    d_step {
        header = -1;
#ifndef BROKEN
        if
        :: (after != _pid) -> report = 1;
        :: else -> skip;
        fi;
#endif
        if
        :: (before != -1 && before != _pid) -> report = 1;
        :: else -> skip;
        fi;
        before = 0;
        after = 0;
        done++;
        assert(done < NUM_THREADS || report == 1 || ctr == NUM_THREADS);
    }
}
