package papers;

import java.util.Hashtable;
import java.util.Vector;

/** Section 5.3, TVSchedulerPro: devices are counted, then visited; a property is looked up, then given its default. */
public class TvScheduler {
    public static class Device {
        private final boolean active;

        public Device(boolean active) {
            this.active = active;
        }

        public boolean isActive() {
            return active;
        }
    }

    private final Vector<Device> devices = new Vector<>();
    private final Hashtable<String, String> properties = new Hashtable<>();

    /** Without the scheduler's lock. */
    public Vector<Device> getDevices() {
        return devices;
    }

    public void removeDevice(Device device) {
        devices.remove(device);
    }

    public void setProperty(String name, String value) {
        properties.put(name, value);
    }

    public synchronized int countActiveBad() {
        int active = 0;
        int size = devices.size();
        for (int i = 0; i < size; i++) {
            if (devices.get(i).isActive()) active++; // expect: reacquired-lock/dependent
        }
        return active;
    }

    public synchronized int countActiveOk() {
        synchronized (devices) {
            int active = 0;
            int size = devices.size();
            for (int i = 0; i < size; i++) {
                if (devices.get(i).isActive()) active++;
            }
            return active;
        }
    }

    public synchronized String getPropertyBad(String name, String byDefault) {
        String value = properties.get(name);
        if (value == null) {
            value = byDefault;
            properties.put(name, byDefault); // expect: reacquired-lock/dependent
        }
        return value;
    }

    public synchronized String getPropertyOk(String name, String byDefault) {
        String old = properties.putIfAbsent(name, byDefault);
        return old == null ? byDefault : old;
    }
}
