package strange;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** An annotation with an element of every kind, each with a default. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface Everything {
    boolean flag() default true;

    byte small() default 1;

    char letter() default 'c';

    short two() default 2;

    int number() default 3;

    long large() default 4L;

    float single() default 5f;

    double pair() default 6d;

    String text() default "seven";

    Class<?> type() default int[].class;

    ElementType constant() default ElementType.TYPE;

    Hidden nested() default @Hidden(1);

    int[] many() default {8, 9};

    Hidden[] deep() default {@Hidden(2), @Hidden(3)};

    /** Not visible at run time. */
    @interface Hidden {
        int value();
    }
}
