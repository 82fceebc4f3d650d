// Objects of one class with a lock each: `this` protects the fields of the same object, not those of another one.
class LockWriterNotUnique {
    public static void main(String[] arguments) {
        Account[] accounts = new Account[2]; // object: global shared
        for (int i = 0; i < 2; i++) {
            accounts[i] = new Account(); // object: global shared escape !unique !object-specific
        }
        for (int i = 0; i < 3; i++) {
            new Thread(() -> accounts[0].transfer(accounts[1])).start(); // thread: lambda@9 many thread
        }
    }
}

class Account {
    int balance;

    synchronized void transfer(Account to) {
        balance--; // access: threads=lambda@9 locks=this
        to.balance++; // access: threads=lambda@9 locks=Account
    }
}
