package snag.runtime;

/**
 * A conflict as the agent is told of it: sites, fields and stacks by their numbers. The agent reads the fields by their
 * names (agent/runtime.h); tests/unit/agent/runtime_test.cpp compares both.
 */
final class Report {
    final String check;
    final String kind;
    /** As Class.getName returns it. */
    final String objectClass;
    /** Negative: an element of an array, or the contents of a collection. */
    final int field;
    final ReportedAccess[] accesses;
    final int firstSite;
    final int handoverSite;
    final int handoverStack;
    final int escapeSite;
    final String firstOwner;
    final String secondOwner;

    Report(Conflict c, Object o, Shadow shadow, ReportedAccess[] accesses) {
        check = c.check.id;
        kind = c.kind();
        objectClass = o instanceof Class ? ((Class<?>) o).getName() : o.getClass().getName();
        field = c.field;
        this.accesses = accesses;
        firstSite = shadow.firstSite.number;
        handoverSite = shadow.handoverSite.number;
        handoverStack = Stack.numberOf(shadow.handoverStack);
        escapeSite = shadow.escapeSite.number;
        firstOwner = shadow.firstOwner == null ? "" : shadow.firstOwner.getName();
        secondOwner = shadow.handedTo.name();
    }
}
