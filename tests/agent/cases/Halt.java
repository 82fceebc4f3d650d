// exit: 5
// trace: "record":"end","reason":"exit"
public class Halt {
  public static void main(String[] arguments) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
    Runtime.getRuntime().halt(5);
  }
}
