package snag.runtime;

/**
 * One access of a {@link Report}. {@code index} is the agent's of the access at the site, negative: the site as a whole;
 * {@code exact}: the stack is that of this very access.
 */
record ReportedAccess(int site, int index, boolean write, int stack, boolean exact, String thread, String[] locks) {
    /** Null: an access that is not known any more. */
    static ReportedAccess of(Access a, long time, int field) {
        if (a == null) return new ReportedAccess(0, -1, false, 0, false, "", new String[0]);
        return new ReportedAccess(a.site.number, a.site.indexOf(field, a.write), a.write, Stack.numberOf(a.stack),
                a.stackTime == time, a.who.name(), a.locks.describe());
    }
}
