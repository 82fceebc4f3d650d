// conf: not-serializable SerialVersion$Shape
// What was written before is read, and no class has a field that it has not.
// trace: "record":"end","reason":"exit"
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Externalizable;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;

public class SerialVersion {
  static class Task implements Runnable, Comparable<Task> {
    int number;

    public void run() {}

    public int compareTo(Task other) {
      return number - other.number;
    }
  }

  static class Worker extends Thread {
    int number;
  }

  interface Shape {}

  static class Circle implements Shape {
    int radius;
  }

  static class Ring extends Circle {
    int width;
  }

  // Nobody has told the agent of Message, which is loaded after Hello.
  interface Message extends Serializable {}

  static class Hello implements Message {
    String text = "hello";
  }

  static class Later extends Hello {
    int number = 1;
  }

  static class Names extends ArrayList<String> {
    int number = 2;
  }

  static class Failed extends IllegalStateException {
    int number = 3;
  }

  public static class Saved implements Externalizable {
    public void writeExternal(ObjectOutput out) {}

    public void readExternal(ObjectInput in) {}
  }

  static class Said implements Serializable {
    private static final long serialVersionUID = 42;
  }

  // Not serialisable either, but the agent knows nothing of its interface: the field may be there, and is hidden.
  interface Unknown {}

  static class Known implements Unknown {
    int number;
  }

  public static void main(String[] arguments) throws Exception {
    for (Class<?> type : new Class<?>[] {Task.class, Worker.class, Circle.class, Ring.class}) {
      try {
        System.out.println("has one: " + type.getDeclaredField("serialVersionUID"));
      } catch (NoSuchFieldException e) {
        System.out.println("has none: " + type);
      }
    }
    for (Class<?> type : SerialVersion.class.getDeclaredClasses()) {
      Field[] fields = type.getDeclaredFields();
      Arrays.sort(fields, (a, b) -> a.getName().compareTo(b.getName()));
      System.out.println(type + " " + Arrays.toString(fields));
    }
    for (Object object : new Object[] {new Hello(), new Later(), new Names(), new Failed(), new Saved(), new Said()}) {
      System.out.println(ObjectStreamClass.lookup(object.getClass()));
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      new ObjectOutputStream(out).writeObject(object);
      System.out.println(new ObjectInputStream(new ByteArrayInputStream(out.toByteArray())).readObject().getClass());
    }
  }
}
