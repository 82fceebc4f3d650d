// spotbugs#3428: the field is changed in a private method, which only synchronized methods call.
class Ask3428PrivateMethodOk {
    public static void main(String[] arguments) {
        Thermostat thermostat = new Thermostat();
        new Thread(() -> thermostat.raise(2)).start();
        new Thread(() -> thermostat.lower(1)).start();
    }
}

class Thermostat {
    private int degrees = 20;

    synchronized void raise(int by) {
        set(degrees + by);
    }

    synchronized void lower(int by) {
        set(degrees - by);
    }

    private void set(int value) {
        degrees = check(value);
    }

    private int check(int value) {
        return Math.max(5, Math.min(value, degrees + 10));
    }
}
