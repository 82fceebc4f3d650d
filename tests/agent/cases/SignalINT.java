// signal: INT
// exit: 130
// trace: "record":"end","reason":"SIGINT"
public class SignalINT {
  public static void main(String[] arguments) throws Exception {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
    System.out.println("ready");
    Thread.sleep(100_000);
  }
}
