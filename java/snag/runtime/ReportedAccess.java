package snag.runtime;

/** One access of a {@link Report}. Without an access, which is not known any more, all is empty. */
final class ReportedAccess {
    final int site;
    final boolean write;
    final int stack;
    /** The stack is that of this very access. */
    final boolean exact;
    final int line;
    final String thread;
    final String[] locks;

    ReportedAccess(Access a, long time, int field) {
        site = a == null ? 0 : a.site.number;
        write = a != null && a.write;
        stack = a == null ? 0 : Stack.numberOf(a.stack);
        exact = a != null && a.stackTime == time;
        line = a == null ? 0 : a.lineOf(field);
        thread = a == null ? "" : a.who.name();
        locks = a == null || a.locks == null ? new String[0] : a.locks.describe();
    }
}
