// each: -XX:+UseSerialGC -Xmx64m
// each: -XX:+UseParallelGC -Xmx128m
// each: -XX:+UseZGC -Xmx128m
// trace: "record":"end","reason":"exit"
// Objects with a shadow field live and die like others.
public class Collectors {
  private Collectors next;
  private int value;

  public static void main(String[] arguments) throws Exception {
    Thread[] threads = new Thread[4];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new Thread(() -> {
        Collectors kept = new Collectors();
        for (int j = 0; j < 200_000; j++) {
          Collectors one = new Collectors();
          one.value = j;
          if (j % 100 == 0) {
            one.next = kept.next;
            kept.next = one;
          }
          if (j % 50_000 == 0) kept.next = null;
        }
      });
      threads[i].start();
    }
    for (Thread thread : threads) thread.join();
    System.out.println("end");
  }
}
