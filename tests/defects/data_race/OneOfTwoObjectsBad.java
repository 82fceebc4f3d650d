// Both threads change the shared account; each changes an account of its own by the same method, which is no race.
class OneOfTwoObjectsBad {
    static final Account SHARED = new Account();

    public static void main(String[] arguments) {
        for (int i = 0; i < 2; i++) {
            new Thread(OneOfTwoObjectsBad::work).start();
        }
    }

    private static void work() {
        Account own = new Account();
        own.deposit(5);
        own.fee = 1;
        SHARED.deposit(own.balance - own.fee);
    }
}

class Account {
    int balance;
    int fee;

    void deposit(int amount) {
        balance += amount; // expect: data-race/unlocked
    }
}
