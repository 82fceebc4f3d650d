// signal: HUP
// exit: 129
// trace: "record":"end","reason":"SIGHUP"
public class SignalHUP {
  public static void main(String[] arguments) throws Exception {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
    System.out.println("ready");
    Thread.sleep(100_000);
  }
}
