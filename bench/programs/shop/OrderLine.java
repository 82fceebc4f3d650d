package shop;

final class OrderLine {
    int item;
    int quantity;
    int amount;

    OrderLine(int item, int quantity) {
        this.item = item;
        this.quantity = quantity;
    }
}
