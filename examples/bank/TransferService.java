package bank;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** Moves money between accounts and keeps the ledger. Shared by the tellers' threads and the auditor. */
public final class TransferService {
    private final AccountDirectory directory;
    private final ReentrantLock ledgerLock = new ReentrantLock();
    private final List<Transfer> ledger = new ArrayList<>();
    private int completed;

    public TransferService(AccountDirectory directory) {
        this.directory = directory;
    }

    /** Defect: transfers along a circle of accounts each hold one lock, and wait forever for the next one. */
    public boolean transfer(Transfer transfer) {
        Account from = directory.find(transfer.from());
        Account to = directory.find(transfer.to());
        synchronized (from) {
            synchronized (to) {
                if (!from.withdraw(transfer.amount())) {
                    return false;
                }
                to.deposit(transfer.amount());
            }
        }
        record(transfer);
        return true;
    }

    /** Correct: the ledger is only used under its lock. Defect: no lock protects the counter beside it. */
    private void record(Transfer transfer) {
        ledgerLock.lock();
        try {
            ledger.add(transfer);
        } finally {
            ledgerLock.unlock();
        }
        completed++;
    }

    public int completed() {
        return completed;
    }

    public List<Transfer> ledger() {
        ledgerLock.lock();
        try {
            return List.copyOf(ledger);
        } finally {
            ledgerLock.unlock();
        }
    }
}
