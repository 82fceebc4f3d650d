// The two synchronized methods are inherited; the method that combines them is in the subclass.
class SplitUpdateInherited {
    static class Base {
        private int level;

        synchronized int level() {
            return level;
        }

        synchronized void setLevel(int value) {
            level = value;
        }
    }

    static class Pump extends Base {
        void fill() {
            int now = level();
            if (now < 50) {
                setLevel(now + 5);           // expect: method-atomicity/split-update
            }
        }
    }

    public static void main(String[] arguments) {
        Pump pump = new Pump();
        new Thread(() -> pump.fill()).start();
        new Thread(() -> pump.fill()).start();
    }
}
