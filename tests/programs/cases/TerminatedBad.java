// SIGTERM, SIGINT and SIGKILL in the middle: what was found is reported.
// variant: term signal=TERM@900 exit=143
// variant: int signal=INT@900 exit=130
// variant: kill signal=KILL@900 exit=137 diagnostics="ended before its trace was complete"
public class TerminatedBad {
    private int count;

    public static void main(String[] args) throws InterruptedException {
        TerminatedBad shared = new TerminatedBad();
        Runnable work = () -> {
            while (true) {
                shared.count++;  // expect: object-race TerminatedBad.count
                nap(2);
            }
        };
        new Thread(work).start();
        new Thread(work).start();
        System.out.println("both have begun");
        Thread.sleep(60_000);
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
