// A small e-commerce server in the style of "specjbb" (von Praun 3.5.2, 7.1.6, 7.2.6): a company, warehouses, stock,
// orders and one thread for each terminal; main announces the phases of the measurement.
// Defect on purpose: Company.mode is written by main and read by the terminals without a lock; it should be volatile.
// -Dfixed=true takes the company's lock. Not defects: SaveOutput is not synchronized, but what it writes to is;
// Main.company is set before the threads start; orders pass from the terminals to the delivery under the warehouse's
// lock.
//   java shop.Main [terminals [transactions]]
// variant: default args="2 200"
// variant: fixed args="2 200" jvm="-Dfixed=true"
// variant: lockset args="2 200" options="--lockset-only"
// variant: consistency args="2 200" options="--checks object-consistency" jvm="-Dfixed=true"
// may lockset: object-race shop.Order.*
// may lockset: object-race shop.OrderLine.*
package shop;

public final class Main {
    static final boolean FIXED = Boolean.getBoolean("fixed");
    static Company company;

    public static void main(String[] args) throws InterruptedException {
        int terminals = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        int transactions = args.length > 1 ? Integer.parseInt(args[1]) : 20_000;
        company = new Company(1, 500);
        SaveOutput output = new SaveOutput();
        Terminal[] threads = new Terminal[terminals];
        for (int i = 0; i < terminals; i++) {
            threads[i] = new Terminal(i, company.warehouse(i), transactions, output);
            threads[i].start();
        }
        Thread.sleep(20);
        company.setMode(Company.RECORDING);
        Thread.sleep(20);
        company.setMode(Company.RAMP_DOWN);
        Thread.sleep(20);
        company.setMode(Company.STOP);
        for (Terminal thread : threads) {
            thread.join();
        }
        output.println("shop: " + company.report());
        System.out.print(output.text());
    }
}
