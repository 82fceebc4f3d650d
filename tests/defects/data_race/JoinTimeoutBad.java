// The join has a time limit and nobody asks whether the thread has ended: the read may come before the write.
class JoinTimeoutBad {
    public static void main(String[] arguments) throws InterruptedException {
        Search search = new Search();
        search.start();
        search.join(100);
        if (search.found < 0) {
            throw new IllegalStateException();
        }
    }
}

class Search extends Thread {
    int found;

    @Override
    public void run() {
        int candidate = 3;
        while (candidate * candidate % 1009 != 5) {
            candidate++;
        }
        found = candidate; // expect: data-race/unlocked
    }
}
