/*
 * The protocol of snag.runtime.Units: writers count versions, readers write nothing that others read, and a reader
 * that has been here
 * at its present stamp is not even checked (seen).
 *
 * One field. A unit begins (notes the version), reads, perhaps re-enters, reads again or writes, and ends; each
 * thread runs two units, so
 * that the second may come with "seen" still set. Checks are atomic (the Shadow's lock), the access itself comes
 * after its
 * check as a step of its own. Claim: if an update is lost, or one unit sees two values, it is reported.
 *
 * Not claimed, for the sake of cost:
 * -DFIRST_WRITE: on an object that was never written before, a reader that was seen in an earlier unit is not
 * recorded in this one. If the
 *    first write of all falls between the check and the load of its last read, nobody notices.
 * A single write from elsewhere (no unit around it) that is held up between its check and the store itself can
 *    be taken for older than a unit that began in between.
 *
 * -DBROKEN: a writer does not mark the reads of active units (the third case of Units).
 */
#define NUM_THREADS 2
#define UNITS 2
#define NONE 255

#ifdef FIRST_WRITE
byte version = 0;
#else
byte version = 1;
#endif
byte last_writer = NONE;
byte last_version = 0;
bool active_unit[NUM_THREADS];
bool wrote[NUM_THREADS];
bool seen[NUM_THREADS];
bool has_read[NUM_THREADS];
bool overwritten[NUM_THREADS];

byte ctr = 0;
byte updates = 0;
bool torn = 0;
bool report = 0;
byte done = 0;

/* Units.check: a foreign write since the unit began, or one by a unit that is still active. */
inline check() {
    if
    :: (last_writer != NONE && last_writer != _pid &&
        (last_version > begun || (active_unit[last_writer] && wrote[last_writer]))) ->
        report = 1;
    :: else -> skip;
    fi;
}

inline check_read() {
    d_step {
        if
        :: seen[_pid] -> skip;
        :: else ->
            check();
            has_read[_pid] = 1;
            seen[_pid] = 1;
        fi;
    }
}

inline check_write() {
    d_step {
        check();
        version++;
        last_version = version;
        last_writer = _pid;
        wrote[_pid] = 1;
        other = 1 - _pid;
#ifndef BROKEN
        if
        :: active_unit[other] && has_read[other] -> overwritten[other] = 1;
        :: else -> skip;
        fi;
#endif
        seen[0] = 0;
        seen[1] = 0;
    }
}

active [NUM_THREADS] proctype user() provided (!report) {
    byte begun, value, again, other;
    byte unit = 0;
    bool writes;

    do
    :: unit < UNITS ->
        unit++;
        writes = 0;
        if
        :: writes = 1;
        :: skip;
        fi;
        /* Units.begin: notes the version, which may be old by the time the unit is active; a new stamp if there were writes. */
        begun = version;
        if
        :: begun != 0 -> seen[_pid] = 0;
        :: else -> skip;
        fi;
        active_unit[_pid] = 1;

        check_read();
        value = ctr;
        /* Re-entrance: an activation inside is part of the unit; its begin and end change nothing. */
        check_read();
        again = ctr;
        if
        :: writes ->
            updates++;
            check_write();
            ctr = value + 1;
        :: else -> skip;
        fi;
        torn = torn || value != again;

        d_step {
            if
            :: overwritten[_pid] -> report = 1;
            :: else -> skip;
            fi;
            active_unit[_pid] = 0;
            wrote[_pid] = 0;
            has_read[_pid] = 0;
            overwritten[_pid] = 0;
        }
    :: else -> break;
    od;
    skip;

    d_step {
        done++;
        assert(done < NUM_THREADS || report || (ctr == updates && !torn));
    }
}
