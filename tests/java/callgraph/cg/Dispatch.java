package cg;

/** Which overrides a call may run: hierarchy, rapid types and variable types differ. */
public class Dispatch {
    interface Shape {
        void draw();

        default String name() {
            return "shape";
        }
    }

    static class Circle implements Shape {
        public void draw() {
        }
    }

    static class Square implements Shape {
        public void draw() {
        }

        public String name() {
            return "square";
        }
    }

    static class Never implements Shape {
        public void draw() {
        }
    }

    interface Left {
        default int side() {
            return 1;
        }
    }

    interface Right extends Left {
        default int side() {
            return 2;
        }
    }

    static class Diamond implements Left, Right {
    }

    static class Base {
        void step() {
            hook();
        }

        void hook() {
        }
    }

    static class Derived extends Base {
        @Override
        void step() {
            super.step();
        }

        @Override
        void hook() {
        }
    }

    static Shape field;

    public static void main(String[] args) {
        Shape circle = new Circle();
        circle.draw(); // site: circle
        Shape square = new Square();
        square.draw(); // site: square
        Shape either = args.length > 0 ? circle : square;
        either.draw(); // site: either
        field = square;
        Shape loaded = field;
        loaded.draw(); // site: field
        String names = circle.name() + square.name();
        Shape[] array = new Shape[1];
        array[0] = new Circle();
        array[0].draw(); // site: array
        Object object = either;
        if (object instanceof Square) {
            ((Square) object).name();
        }
        Left diamond = new Diamond();
        diamond.side(); // site: diamond
        Base base = new Derived();
        base.step(); // site: step
        pass(circle).draw(); // site: passed
        even(names.length());
        try {
            fail();
        } catch (Failure failure) {
            failure.show(); // site: failure
        }
    }

    static Shape pass(Shape shape) {
        return shape;
    }

    static boolean even(int n) {
        return n == 0 || odd(n - 1);
    }

    static boolean odd(int n) {
        return n != 0 && even(n - 1);
    }

    static void fail() throws Failure {
        throw new SpecialFailure();
    }

    static class Failure extends Exception {
        private static final long serialVersionUID = 1;

        void show() {
        }
    }

    static class SpecialFailure extends Failure {
        private static final long serialVersionUID = 1;

        @Override
        void show() {
        }
    }
}
