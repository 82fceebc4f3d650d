// jdk: 21
// Virtual threads run in parallel like others, and nothing is locked.
class VirtualThreadsBad {
    public static void main(String[] arguments) throws InterruptedException {
        Account account = new Account();
        Thread[] clerks = new Thread[10];
        for (int i = 0; i < clerks.length; i++) {
            clerks[i] = Thread.startVirtualThread(() -> account.deposit(10));
        }
        for (Thread clerk : clerks) {
            clerk.join();
        }
        if (account.balance != 100) {
            throw new IllegalStateException("lost: " + account.balance);
        }
    }
}

class Account {
    int balance;

    void deposit(int amount) {
        balance += amount; // expect: data-race/unlocked
    }
}
