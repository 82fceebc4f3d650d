// spotbugs#3428: a private method that only synchronized methods call runs under their lock.
class Ask3428PrivateMethod {
    private int level;

    public static void main(String[] arguments) {
        Ask3428PrivateMethod tank = new Ask3428PrivateMethod();
        new Thread(() -> tank.fill()).start();
        new Thread(() -> tank.drain()).start();
    }

    synchronized void fill() {
        change(5);
    }

    synchronized void drain() {
        change(-5);
    }

    private void change(int amount) {
        int now = level();
        setLevel(now + amount);
    }

    private synchronized int level() {
        return level;
    }

    private synchronized void setLevel(int value) {
        level = value;
    }
}
