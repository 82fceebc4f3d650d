// Each change of a value happens in compute(), which runs one at a time for a key.
import java.util.concurrent.ConcurrentHashMap;

class ComputeGuardOk {
    static final ConcurrentHashMap<String, Tally> TALLIES = new ConcurrentHashMap<>();

    public static void main(String[] arguments) throws InterruptedException {
        Thread[] voters = new Thread[3];
        for (int i = 0; i < voters.length; i++) {
            voters[i] = new Thread(() -> vote("yes"));
            voters[i].start();
        }
        for (Thread voter : voters) {
            voter.join();
        }
        System.out.println(TALLIES.get("yes").votes);
    }

    private static void vote(String choice) {
        TALLIES.compute(choice, (key, before) -> {
            Tally tally = before == null ? new Tally() : before;
            tally.votes++;
            return tally;
        });
    }
}

class Tally {
    int votes;
}
