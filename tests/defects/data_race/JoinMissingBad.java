// The main thread waits for the first of two threads, and reads what both of them write.
class JoinMissingBad {
    public static void main(String[] arguments) throws InterruptedException {
        Summer summer = new Summer();
        Multiplier multiplier = new Multiplier();
        summer.start();
        multiplier.start();
        summer.join();
        if (summer.sum + multiplier.product == 0) {
            throw new IllegalStateException();
        }
    }
}

class Summer extends Thread {
    int sum;

    @Override
    public void run() {
        for (int i = 0; i < 50; i++) {
            sum += i;
        }
    }
}

class Multiplier extends Thread {
    int product;

    @Override
    public void run() {
        product = 7 * 6; // expect: data-race/unlocked
    }
}
