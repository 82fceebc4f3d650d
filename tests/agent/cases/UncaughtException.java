// exit: 1
// trace: "record":"end","reason":"exit"
public class UncaughtException {
  private int value;

  public static void main(String[] arguments) {
    new UncaughtException().fail(null);
  }

  private void fail(UncaughtException other) {
    value = 1;
    other.value = 2;  // the stack trace with its helpful message is the program's
  }
}
