package shop;

/** A terminal: waits for the ramp-up to end, does its transactions, waits for the stop. */
final class Terminal extends Thread {
    private final Warehouse warehouse;
    private final int transactions;
    private final SaveOutput output;
    private int seed;
    private int recorded;

    Terminal(int number, Warehouse warehouse, int transactions, SaveOutput output) {
        super("terminal-" + number);
        this.warehouse = warehouse;
        this.transactions = transactions;
        this.output = output;
        this.seed = number + 1;
    }

    @Override
    public void run() {
        while (Main.company.mode() == Company.RAMP_UP) {
            pause();
        }
        for (int i = 0; i < transactions; i++) {
            newOrder();
            delivery();
            if (Main.company.mode() == Company.RECORDING) {
                recorded++;
            }
        }
        while (Main.company.mode() != Company.STOP) {
            pause();
        }
        if (recorded > transactions) {
            output.println("more recorded than done");
        }
    }

    private void newOrder() {
        Order order = new Order();
        int count = 5 + random(10);
        for (int i = 0; i < count; i++) {
            order.add(new OrderLine(random(500), 1 + random(9)));
        }
        order.price(warehouse);
        warehouse.place(order);
    }

    private void delivery() {
        Order order = warehouse.next();
        if (order != null) {
            warehouse.pay(order.deliver());
        }
    }

    private int random(int limit) {
        seed = seed * 1103515245 + 12345;
        return (seed >>> 16) % limit;
    }

    private static void pause() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
