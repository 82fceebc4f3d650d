package bank;

import java.util.concurrent.TimeUnit;

/** Watches the bank from a thread of its own until it is told to stop. */
public final class Auditor extends Thread {
    private final AccountDirectory directory;
    private final TransferService service;
    private volatile boolean stopped;

    public Auditor(AccountDirectory directory, TransferService service) {
        super("auditor");
        this.directory = directory;
        this.service = service;
    }

    @Override
    public void run() {
        try {
            while (!stopped) {
                report();
                TimeUnit.MILLISECONDS.sleep(50);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void report() {
        long total = directory.all().stream().mapToLong(Account::balance).sum();
        System.out.printf("%d transfers (%d in the ledger), %d in all accounts, at most %d in one%n",
                service.completed(), service.ledger().size(), total, directory.highestBalance());
    }

    public void shutDown() throws InterruptedException {
        stopped = true;
        join();
    }
}
