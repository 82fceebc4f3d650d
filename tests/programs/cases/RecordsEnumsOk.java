// Records, enums with bodies and fields, sealed interfaces, text blocks and switch expressions, used by several
// threads.
// variant: default
// variant: arrays options="--arrays whole"
import java.util.EnumMap;
import java.util.Map;

public class RecordsEnumsOk {
    record Point(int x, int y) {
        Point {
            if (x < 0) {
                throw new IllegalArgumentException("x");
            }
        }

        int sum() {
            return x + y;
        }
    }

    enum Operation {
        ADD {
            @Override
            int apply(int a, int b) {
                return a + b;
            }
        },
        MULTIPLY {
            @Override
            int apply(int a, int b) {
                return a * b;
            }
        };

        private int cost = ordinal() + 1;

        abstract int apply(int a, int b);

        int cost() {
            return cost;
        }
    }

    sealed interface Shape permits Circle, Square {
    }

    record Circle(double radius) implements Shape {
    }

    record Square(double side) implements Shape {
    }

    private static double area(Shape shape) {
        if (shape instanceof Circle circle) {
            return 3 * circle.radius() * circle.radius();
        }
        return shape instanceof Square square ? square.side() * square.side() : 0;
    }

    public static void main(String[] args) throws InterruptedException {
        int[] sums = new int[2];
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> sums[number] = work());
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(sums[0] + " " + sums[1] + " " + new Point(1, 2) + " "
                           + new Point(1, 2).equals(new Point(1, 2)) + " " + new Point(3, 4).hashCode());
    }

    private static int work() {
        Map<Operation, Integer> counts = new EnumMap<>(Operation.class);
        int sum = 0;
        for (int i = 0; i < 200; i++) {
            for (Operation operation : Operation.values()) {
                counts.merge(operation, operation.cost(), Integer::sum);
                sum += operation.apply(i, 2);
                sum += switch (operation) {
                    case ADD -> 1;
                    case MULTIPLY -> 2;
                };
            }
            sum += new Point(i, 1).sum() + (int) area(i % 2 == 0 ? new Circle(1) : new Square(2));
        }
        return sum + counts.get(Operation.MULTIPLY);
    }
}
