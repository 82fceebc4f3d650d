// signal: TERM
// exit: 143
// trace: "record":"end","reason":"SIGTERM"
public class SignalTERM {
  public static void main(String[] arguments) throws Exception {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
    System.out.println("ready");
    Thread.sleep(100_000);
  }
}
