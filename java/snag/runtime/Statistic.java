package snag.runtime;

/** A number for the end of the trace. The agent reads the fields by their names, as those of {@link Report}. */
final class Statistic {
    final String name;
    final long value;
    /** A sentence for the user; empty if there is nothing to say. */
    final String note;

    Statistic(String name, long value) {
        this(name, value, "");
    }

    /** The note is the value and what follows it; there is none if the value is 0. */
    Statistic(String name, long value, String note) {
        this.name = name;
        this.value = value;
        this.note = value == 0 || note.isEmpty() ? "" : new StringBuilder().append(value).append(note).toString();
    }
}
