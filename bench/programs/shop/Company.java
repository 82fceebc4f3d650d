package shop;

final class Company {
    static final int RAMP_UP = 0;
    static final int RECORDING = 1;
    static final int RAMP_DOWN = 2;
    static final int STOP = 3;
    private final Warehouse[] warehouses;
    private int mode;

    Company(int count, int items) {
        warehouses = new Warehouse[count];
        for (int i = 0; i < count; i++) {
            warehouses[i] = new Warehouse(i, items);
        }
    }

    void setMode(int newMode) {
        if (Main.FIXED) {
            synchronized (this) {
                mode = newMode;
            }
        } else {
            mode = newMode;  // expect default,lockset: object-race shop.Company.mode
        }
    }

    int mode() {
        if (Main.FIXED) {
            synchronized (this) {
                return mode;
            }
        }
        return mode;
    }

    Warehouse warehouse(int terminal) {
        return warehouses[terminal % warehouses.length];
    }

    String report() {
        long orders = 0;
        long money = 0;
        long stock = 0;
        for (Warehouse warehouse : warehouses) {
            orders += warehouse.delivered();
            money += warehouse.balance();
            stock += warehouse.pieces();
        }
        return orders + " orders delivered, " + money + " taken, " + stock + " pieces left";
    }
}
