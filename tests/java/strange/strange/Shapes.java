package strange;

import java.util.List;

/** Sealed types, records, enums, nests. */
public sealed interface Shapes permits Shapes.Circle, Shapes.Square, Shapes.Other {
    /** A record with annotated components and a compact constructor (MethodParameters). */
    record Circle(@Everything(number = 17) @OnType double radius, List<@OnType String> names) implements Shapes {
        public Circle {
            if (radius < 0) {
                throw new IllegalArgumentException();
            }
        }
    }

    record Square<T extends Comparable<T>>(T side, int... more) implements Shapes {}

    non-sealed class Other implements Shapes {
        private int secret;

        class Inner {
            int read() {
                return secret;
            }
        }
    }

    enum Colour {
        RED {
            @Override
            int code() {
                return 1;
            }
        },
        GREEN;

        int code() {
            return 2;
        }
    }

    private static int hidden() {
        return 1;
    }

    default int area() {
        return hidden();
    }
}
