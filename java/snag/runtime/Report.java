package snag.runtime;

/**
 * A conflict as it is passed to the agent: sites, fields and stacks by their numbers. The agent reads the fields by their
 * names (agent/runtime.h); tests/unit/agent/runtime_test.cpp compares both. {@code objectClass} is as Class.getTypeName
 * returns it; {@code field} is negative for an element of an array and for the contents of a collection.
 */
record Report(String check, String kind, String objectClass, int field, ReportedAccess[] accesses, int firstSite,
        int handoverSite, int handoverStack, int escapeSite, String firstOwner, String secondOwner) {
    Report(Conflict c, Object o, Shadow shadow, ReportedAccess[] accesses) {
        this(c.check().id, c.kind(), (o instanceof Class ? (Class<?>) o : o.getClass()).getTypeName(), c.field(),
                accesses, shadow.firstSite.number, shadow.handoverSite.number, Stack.numberOf(shadow.handoverStack),
                shadow.escapeSite.number, shadow.firstOwner == null ? "" : shadow.firstOwner.getName(),
                shadow.handedTo.name());
    }
}
