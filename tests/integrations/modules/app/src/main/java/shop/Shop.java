package shop;

import till.Till;

public final class Shop {
    private final Till till = new Till();

    public void close() {
        till.roundUp();
    }
}
