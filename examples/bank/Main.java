package bank;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A day at the bank: four tellers move money in a circle of accounts, interest is paid, and an auditor looks on. */
public final class Main {
    private static final int TELLERS = 4;
    private static final int TRANSFERS = 1000;

    private Main() {
    }

    public static void main(String[] args) throws InterruptedException {
        AccountDirectory directory = new AccountDirectory();
        TransferService service = new TransferService(directory);
        Auditor auditor = new Auditor(directory, service);
        auditor.setDaemon(true);
        auditor.start();

        ExecutorService tellers = Executors.newFixedThreadPool(TELLERS, Main::daemon);
        for (int i = 0; i < TRANSFERS; i++) {
            String from = "A" + i % 3;
            String to = "A" + (i + 1) % 3;
            tellers.execute(() -> service.transfer(new Transfer(from, to, 10)));
        }
        tellers.submit(() -> directory.all().forEach(account -> account.addInterest(2)));

        tellers.shutdown();
        if (!tellers.awaitTermination(5, TimeUnit.SECONDS)) {
            System.out.println("the tellers wait for each other");
        }
        auditor.shutDown();
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "teller");
        thread.setDaemon(true);
        return thread;
    }
}
