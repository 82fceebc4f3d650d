package snag.runtime;

/**
 * The checks that the runtime makes, by the ids that agent.conf and the trace have for them
 * (tests/unit/agent/runtime_test.cpp compares them with those of the command line). A further one is a line here, and
 * classes in src/checks/ID that call {@link Reports}. They are in this package,
 * too, because they share its state.
 */
final class Check {
    /** Ownership and locksets of shared objects: Races, Cell. */
    static final Check RACE = new Check("object-race", "races");
    /** Units of work on an object: Units, Unit, UnitCell, UnitStack. */
    static final Check CONSISTENCY = new Check("object-consistency", "consistency-violations");
    static final Check[] ALL = {RACE, CONSISTENCY};

    final String id;
    /** The name under which what it has found is counted. */
    final String counter;
    boolean on;
    /** Plain: a lost increment does no harm. */
    long found;

    private Check(String id, String counter) {
        this.id = id;
        this.counter = counter;
    }

    /** Switches exactly the checks of these ids on. */
    static void configure(String[] ids) {
        for (int i = 0; i < ALL.length; i++) ALL[i].on = false;
        for (int i = 0; i < ids.length; i++) of(ids[i]).on = true;
    }

    private static Check of(String id) {
        for (int i = 0; i < ALL.length; i++) {
            if (ALL[i].id.equals(id)) return ALL[i];
        }
        throw new IllegalArgumentException(id);
    }
}
