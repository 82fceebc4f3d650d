// trace: "record":"conflict","id":\d+,"check":"object-race".*"class":"Race","field":"Race.counter","static":false
// trace: "stack":\[\{"class":"Race","method":"add","descriptor":"\(\)V","file":"Race.java","line":31,"pc":\d+\},\{"class":"Race","method":"work"
// trace: "allocated":\[\{"class":"Race","method":"main","descriptor":"\(\[Ljava/lang/String;\)V","file":"Race.java","line":16,"pc":0\}\]
// trace: "record":"conflict".*"field":"Race.total","static":true
// no-trace: "static":true.*"allocated":\[\{
// no-trace: Race.guarded
// no-trace: Race.later
// positions: 3
public class Race {
  private static int total;
  private int counter;
  private int guarded;
  private int later;

  public static void main(String[] arguments) throws InterruptedException {
    Race shared = new Race();
    Thread first = new Thread(shared::work, "first");
    Thread second = new Thread(shared::work, "second");
    first.start();
    second.start();
    first.join();
    second.join();
    shared.later++;
  }

  private void work() {
    for (int i = 0; i < 10_000; i++) add();
  }

  private void add() {
    counter++;
    total++;
    synchronized (this) {
      guarded++;
    }
  }
}
