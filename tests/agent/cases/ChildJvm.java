// args: {java}
// traces: 2
// trace: "record":"conflict".*"field":"ChildJvm.counter"
// A child JVM that is given the agent as well has a trace of its own.
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

public class ChildJvm {
  private int counter;

  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 0) {
      ChildJvm shared = new ChildJvm();
      Thread other = new Thread(shared::add);
      other.start();
      shared.add();
      other.join();
      System.out.println("child");
      return;
    }
    List<String> command = new ArrayList<>(List.of(arguments[0]));
    for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (option.startsWith("-agentpath")) command.add(option);
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "ChildJvm"));
    System.out.println(new ProcessBuilder(command).inheritIO().start().waitFor());
  }

  private void add() {
    for (int i = 0; i < 10; i++) {
      counter++;
      try {
        Thread.sleep(20);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }
}
