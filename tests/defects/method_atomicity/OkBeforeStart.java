// The opening balance is computed in several sections before the other threads start.
class OkBeforeStart {
    private int balance = 7;

    public static void main(String[] arguments) {
        OkBeforeStart account = new OkBeforeStart();
        account.doubled();
        new Thread(() -> account.add(1)).start();
        new Thread(() -> account.add(2)).start();
    }

    synchronized int balance() {
        return balance;
    }

    synchronized void add(int number) {
        balance += number;
    }

    private void doubled() {
        int now = balance();
        synchronized (this) {
            balance = 2 * now;
        }
    }
}
