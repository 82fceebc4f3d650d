package shop;

import till.Till;

/** The defect of Till.roundUp() once more; it shows only with Till, a class of the other module, on the class path. */
public final class Shop {
    private final Till till = new Till();

    public Till till() {
        return till;
    }

    public void discount() {
        long before = till.cents();
        till.setCents(before - before / 10);
    }
}
