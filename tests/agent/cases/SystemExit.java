// exit: 3
// trace: "record":"end","reason":"exit"
public class SystemExit {
  public static void main(String[] arguments) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
    System.exit(3);
  }
}
