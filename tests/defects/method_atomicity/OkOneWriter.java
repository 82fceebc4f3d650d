// Only one thread updates the position, so nobody can change it between its read and its update.
class OkOneWriter {
    static class Robot {
        private int position;

        synchronized int position() {
            return position;
        }

        synchronized void setPosition(int value) {
            position = value;
        }
    }

    static final Robot ROBOT = new Robot();

    public static void main(String[] arguments) {
        new Thread(OkOneWriter::drive).start();
        new Thread(() -> System.out.println(ROBOT.position())).start();
        new Thread(() -> System.out.println(ROBOT.position())).start();
    }

    static void drive() {
        for (int i = 0; i < 10; i++) {
            int now = ROBOT.position();
            ROBOT.setPosition(now + 1);
        }
    }
}
