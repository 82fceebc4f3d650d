// args: {java}
// trace: "record":"end","reason":"exit"
// Processes that the program starts are not watched unless they are told to be, and write into no trace of it.
import java.util.List;

public class ChildProcesses {
  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 0) {
      System.out.println("child");
      return;
    }
    for (List<String> command : List.of(List.of("/bin/echo", "hello"),
             List.of(arguments[0], "-cp", System.getProperty("java.class.path"), "ChildProcesses"))) {
      System.out.println(new ProcessBuilder(command).inheritIO().start().waitFor());
    }
  }
}
