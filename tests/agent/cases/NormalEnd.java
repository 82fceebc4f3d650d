// trace: "record":"start","pid":\d+,"java":"\d+.*"checks":\["object-race","object-consistency"\],"attached":false
// trace: "record":"end","reason":"exit"
// The program ends when main does.
public class NormalEnd {
  public static void main(String[] arguments) {
    System.out.println("out");
    System.err.println("err");
  }
}
