// Program 5.1: two threads of one class, started at two places. The paper has one abstract thread, not unique, for
// both; Snag has one for each start site, which run in parallel.
// parallel: Update.run Update.run yes (two start sites)
class PaperUpdate {
    public static void main(String[] arguments) {
        Update.account = new Account(); // object: global shared escape unique !object-specific
        new Update().start(); // thread: Update.run one thread ; object: thread unique
        new Update().start(); // thread: Update.run one thread ; object: thread unique
    }
}

class Update extends Thread { // object: class global shared unique account->Account
    static Account account;

    @Override
    public void run() {
        account.update(123); // access: threads=Update.run locks=none
    }
}

class Account {
    int balance;

    synchronized int read() {
        return balance; // access: threads=Update.run locks=this
    }

    void update(int amount) {
        int value = read();
        synchronized (this) {
            balance = value + amount; // access: threads=Update.run locks=this
        }
    }
}
