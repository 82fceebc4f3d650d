/*
 * Figures 7.6 and 7.7 of von Praun 2004 with what Program 7.1 leaves out: write flags, readers, and re-entrance.
 *
 * Each thread enters the object once, reading or writing, perhaps re-enters it inside, and restores the header as it
 * found it. A
 * writer increments ctr; a reader looks at it twice. Claim: if an update is lost, somebody reports.
 *
 * Found with this model, and why snag.runtime.Units does it otherwise (version.pml):
 *  - With prologue and epilogue in two atomic sections each, as figure 7.7 prints them, the claim is false once there
 *    is re-entrance
 *    (-DAS_PRINTED). A thread that re-enters saves the header; a second one, whose own save was earlier, comes and
 *    looks at its "after";
 *    then the first one's store wipes the second from the header. So here each is one atomic exchange.
 *  - Readers are not safe (-DREADERS): two readers overlap, the first restores "nobody" while the second is still
 *    inside; a writer
 *    comes and goes unseen; the second reader finds a foreign header but no write flag, and has seen two values.
 *
 * -DBROKEN forgets the write flag.
 */
#define NUM_THREADS 3
#define NONE 255
#define SECTION d_step
#ifdef AS_PRINTED
#define SPLIT } SECTION {
#else
#define SPLIT
#endif

byte owner = NONE;
bool flag = 0;
byte ctr = 0;
byte writers = 0;
bool torn = 0;
bool report = 0;
byte done = 0;

inline prologue(t_before, w_before, writes) {
    SECTION {
        t_before = owner;
        w_before = flag;
    SPLIT
        owner = _pid;
#ifndef BROKEN
        if
        :: writes -> flag = 1;
        :: else -> skip;
        fi;
#endif
    }
}

inline epilogue(t_before, w_before, t_after, w_after, writes) {
    SECTION {
        t_after = owner;
        w_after = flag;
    SPLIT
        owner = t_before;
        flag = w_before;
    }
#ifdef BROKEN
#define OWN_WRITE 0
#else
#define OWN_WRITE writes
#endif
    if
    :: ((t_after != _pid || (t_before != NONE && t_before != _pid)) && (OWN_WRITE || w_before || w_after)) ->
        report = 1;
    :: else -> skip;
    fi;
}

active [NUM_THREADS] proctype user() provided (!report) {
    byte t_before, t_after, t_before_inner, t_after_inner;
    bool w_before, w_after, w_before_inner, w_after_inner;
    bool writes = 0;
    bool reenters = 0;
    byte value, again;

    if
    :: d_step { writes = 1; writers++; }
    :: skip;
    fi;
    if
    :: reenters = 1;
    :: skip;
    fi;

    prologue(t_before, w_before, writes);
    value = ctr;
    if
    :: reenters ->
        prologue(t_before_inner, w_before_inner, writes);
        again = ctr;
        epilogue(t_before_inner, w_before_inner, t_after_inner, w_after_inner, writes);
        d_step { t_before_inner = 0; w_before_inner = 0; t_after_inner = 0; w_after_inner = 0; }
    :: else -> again = ctr;
    fi;
    d_step {
        if
        :: writes -> ctr = value + 1;
        :: else -> torn = torn || value != again;
        fi;
        value = 0;
        again = 0;
    }
    epilogue(t_before, w_before, t_after, w_after, writes);

    d_step {
        t_before = 0; w_before = 0; t_after = 0; w_after = 0; reenters = 0; writes = 0;
        done++;
#ifdef READERS
        assert(done < NUM_THREADS || report || !torn);
#else
        assert(done < NUM_THREADS || report || ctr == writers);
#endif
    }
}
