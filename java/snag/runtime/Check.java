package snag.runtime;

import java.util.Arrays;

/**
 * A check that the runtime makes, by the id that its descriptor, agent.conf and the trace have for it
 * (tests/unit/agent/runtime_test.cpp compares them). A further one is classes in src/checks/ID, one of which makes its
 * Check and calls {@link Reports}, and a line in the hook that calls them. They are in this package, too, because they
 * share its state.
 */
final class Check {
    private static String[] chosen = {};
    /** Names and values in turns. */
    private static String[] options = {};
    /** Those whose classes are initialised. */
    static Check[] all = {};

    /** Ownership and locksets of shared objects: Races, Cell. */
    static final Check RACE = new Check("object-race", "races");
    /** Units of work on an object: Units, Unit, UnitCell, UnitStack. */
    static final Check CONSISTENCY = new Check("object-consistency", "consistency-violations");

    final String id;
    /** The name under which what it has found is counted. */
    final String counter;
    boolean on;
    /** Plain: a lost increment does no harm. */
    long found;

    Check(String id, String counter) {
        this.id = id;
        this.counter = counter;
        synchronized (Check.class) {
            all = Arrays.copyOf(all, all.length + 1);
            all[all.length - 1] = this;
            on = isChosen();
        }
    }

    /** Switches exactly the checks of these ids on, also those that are made later. */
    static synchronized void configure(String[] ids, String[] namesAndValues) {
        chosen = ids;
        options = namesAndValues;
        for (int i = 0; i < all.length; i++) all[i].on = all[i].isChosen();
    }

    /** The value of an option that belongs to a check; null: not given. */
    static String option(String name) {
        for (int i = 0; i + 1 < options.length; i += 2) {
            if (options[i].equals(name)) return options[i + 1];
        }
        return null;
    }

    private boolean isChosen() {
        for (int i = 0; i < chosen.length; i++) {
            if (chosen[i].equals(id)) return true;
        }
        return false;
    }
}
