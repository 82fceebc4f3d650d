// conf: arrays sometimes
// trace: "record":"note","text":"the program ran unwatched: agent.conf:\d+: `arrays`: 'sometimes' is none of off, whole, ranges"
// no-trace: "record":"(start|end)"
public class BadConfiguration {
  public static void main(String[] arguments) {
    System.out.println("runs all the same");
  }
}
