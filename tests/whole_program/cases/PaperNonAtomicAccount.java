// Program 2.3: every access has the lock of the account, although update is not atomic.
class PaperNonAtomicAccount {
    public static void main(String[] arguments) {
        Account account = new Account(); // object: global shared escape unique !object-specific !thread-specific
        for (int i = 0; i < 2; i++) {
            new Thread(() -> account.update(5)).start(); // thread: lambda@6 many thread
        }
    }
}

class Account {
    int balance;

    synchronized int read() {
        return balance; // access: threads=lambda@6 locks=this
    }

    void update(int amount) {
        int value = read();
        synchronized (this) {
            balance = value + amount; // access: threads=lambda@6 locks=this
        }
    }
}
