package notes;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Annotations as members of a class, kept in the class file only. */
public class Notes {
    @Retention(RetentionPolicy.CLASS)
    public @interface ThreadSafe {}

    @Retention(RetentionPolicy.CLASS)
    public @interface NotThreadSafe {}

    @Retention(RetentionPolicy.CLASS)
    public @interface Immutable {}

    @Retention(RetentionPolicy.CLASS)
    public @interface VisibleForTesting {}
}
