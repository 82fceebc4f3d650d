// jvm: -Xcheck:jni
// The JVM complains on standard output about what an agent does wrong.
// trace: "record":"conflict","id":\d+,"check":"object-race".*"class":"CheckedJni","field":"CheckedJni.counter","static":false
// trace: "stack":\[\{"class":"CheckedJni","method":"add","descriptor":"\(\)V","file":"CheckedJni.java","line":32,"pc":\d+\},\{"class":"CheckedJni","method":"work"
// trace: "allocated":\[\{"class":"CheckedJni","method":"main","descriptor":"\(\[Ljava/lang/String;\)V","file":"CheckedJni.java","line":17,"pc":0\}\]
// trace: "record":"conflict".*"field":"CheckedJni.total","static":true
// no-trace: "static":true.*"allocated":\[\{
// no-trace: CheckedJni.guarded
// no-trace: CheckedJni.later
public class CheckedJni {
  private static int total;
  private int counter;
  private int guarded;
  private int later;

  public static void main(String[] arguments) throws InterruptedException {
    CheckedJni shared = new CheckedJni();
    Thread first = new Thread(shared::work, "first");
    Thread second = new Thread(shared::work, "second");
    first.start();
    second.start();
    first.join();
    second.join();
    shared.later++;
  }

  private void work() {
    for (int i = 0; i < 40_000; i++, Thread.yield()) add();
  }

  private void add() {
    counter++;
    total++;
    synchronized (this) {
      guarded++;
    }
  }
}
