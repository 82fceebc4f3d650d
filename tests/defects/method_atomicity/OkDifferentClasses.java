// The sections belong to objects of two classes, whose fields have nothing to do with each other.
class OkDifferentClasses {
    static class Lamp {
        private boolean lit;

        synchronized boolean lit() {
            return lit;
        }

        synchronized void toggle() {
            lit = !lit;
        }
    }

    static class Bell {
        private int rings;

        synchronized void ring() {
            rings++;
        }
    }

    static final Lamp LAMP = new Lamp();
    static final Bell BELL = new Bell();

    public static void main(String[] arguments) {
        new Thread(() -> LAMP.toggle()).start();
        new Thread(OkDifferentClasses::visit).start();
        new Thread(OkDifferentClasses::visit).start();
    }

    static void visit() {
        System.out.println(LAMP.lit());
        BELL.ring();
    }
}
