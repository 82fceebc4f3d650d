// args: {scratch}
// jvm: -Xmx64m
// trace: "record":"conflict".*"field":"Unloading\$Board.value".*"class":"Unloading\$Part00000","method":"write","descriptor":"\(LUnloading\$Board;\)V","file":"Unloading.java","line":37
// trace: "record":"end".*"classes-forgotten":[12][0-9]{3},.*"sites-living":[0-4]?[0-9]{1,3},.*"stacks":[0-9]{4,},.*"stacks-living":[0-9]{1,3},
// no-trace: "class":"Unloading\$Part0[0-9]*[1-9]
// Two thousand loaders come and go. What the agent knows of their classes goes with them, but for a class whose access
// is found to be half of a race long after the class was unloaded.
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Locale;
import java.util.function.Consumer;

public class Unloading {
  public static class Board {
    public int value;
  }

  public static class Part00000 implements Consumer<Board> {
    private static volatile int rounds;
    private int count;

    @Override
    public void accept(Board board) {
      rounds++;
      if (board == null) {
        add();
      } else {
        write(board);
      }
    }

    private void write(Board board) {
      board.value++;
    }

    private synchronized void add() {
      count++;
    }
  }

  static class Own extends ClassLoader {
    Own() {
      super(Unloading.class.getClassLoader());
    }

    Class<?> define(byte[] bytes, int number) {
      byte[] copy = bytes.clone();
      byte[] from = "Part00000".getBytes(StandardCharsets.US_ASCII);
      byte[] to = String.format(Locale.ROOT, "Part%05d", number).getBytes(StandardCharsets.US_ASCII);
      for (int i = 0; i + from.length <= copy.length; i++) {
        int j = 0;
        while (j < from.length && copy[i + j] == from[j]) j++;
        if (j == from.length) System.arraycopy(to, 0, copy, i, to.length);
      }
      return defineClass("Unloading$" + new String(to, StandardCharsets.US_ASCII), copy, 0, copy.length);
    }
  }

  @SuppressWarnings("unchecked")
  private static Consumer<Board> made(byte[] bytes, int number) throws Exception {
    return (Consumer<Board>) new Own().define(bytes, number).getDeclaredConstructor().newInstance();
  }

  /** The class of what has written the board. A thread that has ended still has its task, in newer JDKs. */
  private static WeakReference<Class<?>> write(byte[] bytes, Board board) throws Exception {
    ArrayList<Consumer<Board>> parts = new ArrayList<>();
    parts.add(made(bytes, 0));
    WeakReference<Class<?>> type = new WeakReference<>(parts.get(0).getClass());
    Thread writer = new Thread(() -> parts.remove(0).accept(board), "writer");
    writer.start();
    writer.join();
    return type;
  }

  public static void main(String[] arguments) throws Exception {
    byte[] bytes;
    try (InputStream in = Unloading.class.getResourceAsStream("Unloading$Part00000.class")) {
      bytes = in.readAllBytes();
    }
    Board board = new Board();
    Path go = Path.of(arguments[0], "unloaded");
    Thread later = new Thread(() -> {
      try {
        while (!Files.exists(go)) Thread.sleep(5);  // a file orders nothing
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      board.value++;
    }, "later");
    later.start();
    WeakReference<Class<?>> gone = write(bytes, board);

    for (int i = 1; i <= 2000; i++) {
      Consumer<Board> part = made(bytes, i);
      part.accept(null);
      Thread second = new Thread(() -> part.accept(null));
      second.start();
      second.join();
      if (i % 200 == 0) System.gc();
    }
    System.out.println(gone.get() == null ? "unloaded" : "still there");
    Files.createFile(go);
    later.join();
  }
}
