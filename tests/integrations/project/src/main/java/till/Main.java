package till;

public final class Main {
    public static void main(String[] arguments) throws InterruptedException {
        Till till = new Till();
        Thread customer = new Thread(() -> till.payIn(250));
        customer.start();
        till.roundUp();
        customer.join();
        System.out.println(till.cents());
    }
}
