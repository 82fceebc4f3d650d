// The threads run the same code, each on an account that the main thread has made for it alone.
class OneObjectEachOk {
    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            Account account = new Account();
            account.deposit(i);
            new Thread(() -> {
                account.deposit(10);
                System.out.println(account.balance);
            }).start();
        }
    }
}

class Account {
    int balance;

    void deposit(int amount) {
        balance += amount;
    }
}
