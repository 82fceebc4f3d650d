// Program 5.2: the lock is taken once, and again by read(), which changes nothing.
// parallel: Update.run Update.run yes (two start sites)
class PaperAtomicUpdate {
    public static void main(String[] arguments) {
        Update.account = new Account(); // object: global shared escape unique
        new Update().start(); // thread: Update.run one thread
        new Update().start(); // thread: Update.run one thread
    }
}

class Update extends Thread {
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

    synchronized void update(int amount) {
        int value = read();
        balance = value + amount; // access: threads=Update.run locks=this
    }
}
