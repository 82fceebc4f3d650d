package sections;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;

/** What calls mean. */
class Bindings {
    interface Shape {
        int corners();
    }

    static class Square implements Shape {
        @Override
        public int corners() {
            return 4;
        }
    }

    static class Circle implements Shape {
        @Override
        public int corners() {
            return 0;
        }
    }

    static class Coin extends Circle {}

    static class Cube extends Square {
        @Override
        public int corners() {
            return 2 * super.corners();
        }
    }

    interface Unimplemented {
        void nothing();
    }

    abstract static class Base {
        abstract int number();
    }

    static class One extends Base {
        @Override
        int number() {
            return 1;
        }
    }

    static class Two extends Base {
        @Override
        int number() {
            return 2;
        }
    }

    static class Three extends Base {
        @Override
        int number() {
            return 3;
        }
    }

    static class Four extends Base {
        @Override
        int number() {
            return 4;
        }
    }

    static class Five extends Base {
        @Override
        int number() {
            return 5;
        }
    }

    static class Six extends Base {
        @Override
        int number() {
            return 6;
        }
    }

    static class Seven extends Base {
        @Override
        int number() {
            return 7;
        }
    }

    static class Eight extends Base {
        @Override
        int number() {
            return 8;
        }
    }

    static class Nine extends Base {
        @Override
        int number() {
            return 9;
        }
    }

    abstract static class Partly {
        abstract int amount();
    }

    static class WithCode extends Partly {
        @Override
        int amount() {
            return 1;
        }
    }

    static class WithoutCode extends Partly {
        @Override
        native int amount();
    }


    static class Names extends ArrayList<String> {
        private static final long serialVersionUID = 1;
        final Object kept;
        final Object made = new Object();

        Names(int ignored, Object kept) {
            this.kept = kept;
        }
    }

    void exact() {
        helper();
        free();
        new Names(1, this);
    }

    private void helper() {}

    static void free() {}

    protected void inherited() {}

    native int device();

    int several(Shape shape) {
        return shape.corners();
    }

    int squares(Square square) {
        return square.corners();
    }

    int circles(Circle circle) {
        return circle.corners();
    }

    int tooMany(Base base) {
        return base.number();
    }

    int partly(Partly partly) {
        return partly.amount();
    }

    int oneOfMany(One one) {
        return one.number();
    }

    int missing() {
        return "text".length();
    }

    void unknown(Unimplemented nobody) {
        nobody.nothing();
        device();
    }

    int library(Names names) {
        return names.size();
    }

    String map(Map<String, String> map) {
        return map.get("key");
    }

    String concurrentMap(ConcurrentMap<String, String> map) {
        return map.get("key");
    }

    void functions(List<String> list) {
        list.forEach(item -> Use.use(item));
        list.sort(Comparator.comparing(String::length));
        list.add("item");
    }
}
