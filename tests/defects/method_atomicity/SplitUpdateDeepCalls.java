// The two sections are far below the method that needs both: the lowermost method that has both is reported.
class SplitUpdateDeepCalls {
    private int stock = 5;

    public static void main(String[] arguments) {
        SplitUpdateDeepCalls shop = new SplitUpdateDeepCalls();
        new Thread(() -> shop.day()).start();
        new Thread(() -> shop.day()).start();
    }

    void day() {
        System.out.println("opens");
        order();
    }

    void order() {
        int seen = look();
        store(seen + 20);                    // expect: method-atomicity/split-update
    }

    private int look() {
        return readStock();
    }

    private synchronized int readStock() {
        return stock;
    }

    private void store(int number) {
        writeStock(number);
    }

    private synchronized void writeStock(int number) {
        stock = number;
    }
}
