package snag.runtime;

/** Logs every call of a hook, with the classes of its arguments. */
public final class Hooks {
  public static final Object FROZEN = new Object();
  public static final Object DONE = new Object();

  private static boolean busy;
  private static int lines;

  private static synchronized void log(String name, Object... about) {
    if (busy) return;  // the log itself runs library code
    if (++lines > 600) return;  // the last scenario runs until the stack overflows
    busy = true;
    StringBuilder line = new StringBuilder("  ").append(name);
    for (Object one : about) {
      line.append(' ').append(one == null ? "null" : one instanceof Number || one instanceof Boolean ? one.toString()
          : one instanceof Class ? ((Class<?>) one).getSimpleName() + ".class" : one.getClass().getSimpleName());
    }
    System.err.println(line);
    busy = false;
  }

  public static void read(Object p0, Object p1, Thread p2, int p3) {
    log("read", p0);
  }

  public static void write(Object p0, Object p1, Thread p2, int p3) {
    log("write", p0);
  }

  public static void begin(Object p0, Object p1, Thread p2, int p3) {
    log("begin", p0);
  }

  public static void end(Object p0, Object p1, Thread p2, int p3) {
    log("end", p0);
  }

  public static void readStatic(Object p0, Thread p1, int p2) {
    log("readStatic");
  }

  public static void writeStatic(Object p0, Thread p1, int p2) {
    log("writeStatic");
  }

  public static void readAny(Object p0, Thread p1, int p2) {
    log("readAny", p0);
  }

  public static void writeAny(Object p0, Thread p1, int p2) {
    log("writeAny", p0);
  }

  public static void readStaticAny(Thread p0, int p1) {
    log("readStaticAny");
  }

  public static void writeStaticAny(Thread p0, int p1) {
    log("writeStaticAny");
  }

  public static void beginAny(Object p0, Thread p1, int p2) {
    log("beginAny", p0);
  }

  public static void endAny(Object p0, Thread p1, int p2) {
    log("endAny", p0);
  }

  public static void volatileRead(Object p0, int p1) {
    log("volatileRead", p0);
  }

  public static void volatileWrite(Object p0, int p1) {
    log("volatileWrite", p0);
  }

  public static void entered(Object p0, int p1) {
    log("entered", p0);
  }

  public static void exiting(Object p0, int p1) {
    log("exiting", p0);
  }

  public static void waiting(Object p0, int p1) {
    log("waiting", p0);
  }

  public static void waited(Object p0, int p1) {
    log("waited", p0);
  }

  public static void arrayRead(Object p0, Thread p1, int p2) {
    log("arrayRead", p0);
  }

  public static void arrayWrite(Object p0, Thread p1, int p2) {
    log("arrayWrite", p0);
  }

  public static void arrayReadAt(Object p0, int p1, Thread p2, int p3) {
    log("arrayReadAt", p0, p1);
  }

  public static void arrayWriteAt(Object p0, int p1, Thread p2, int p3) {
    log("arrayWriteAt", p0, p1);
  }

  public static void cloned(Object p0) {
    log("cloned", p0);
  }

  public static void acquired(Object p0, int p1, int p2) {
    log("acquired", p0, p1);
  }

  public static void released(Object p0, int p1, int p2) {
    log("released", p0, p1);
  }

  public static void acquiredIf(boolean p0, Object p1, int p2, int p3) {
    log("acquiredIf", p0, p1, p2);
  }

  public static void releasedIf(boolean p0, Object p1, int p2, int p3) {
    log("releasedIf", p0, p1, p2);
  }

  public static void acquiredIf(long p0, Object p1, int p2, int p3) {
    log("acquiredIf", p0, p1, p2);
  }

  public static void releasedIf(long p0, Object p1, int p2, int p3) {
    log("releasedIf", p0, p1, p2);
  }

  public static void awaiting(Object p0, int p1) {
    log("awaiting", p0);
  }

  public static void awaited(Object p0, int p1) {
    log("awaited", p0);
  }

  public static void starts(Object p0, int p1) {
    log("starts", p0);
  }

  public static void joins(Object p0, int p1) {
    log("joins", p0);
  }

  public static void signals(Object p0, int p1) {
    log("signals", p0);
  }

  public static void atomicRead(Object p0, int p1) {
    log("atomicRead", p0);
  }

  public static void atomicWrite(Object p0, int p1) {
    log("atomicWrite", p0);
  }

  public static void contentsRead(Object p0, Thread p1, int p2) {
    log("contentsRead", p0);
  }

  public static void contentsWrite(Object p0, Thread p1, int p2) {
    log("contentsWrite", p0);
  }

  public static void taskBegin(Object p0) {
    log("taskBegin", p0);
  }

  public static void taskEnd(Object p0) {
    log("taskEnd", p0);
  }

  public static void threadStart(Thread p0) {
    log("threadStart", p0);
  }

  public static void threadJoined(Thread p0) {
    log("threadJoined", p0);
  }

  public static boolean isQuiet(Object p0, Object p1, Thread p2, int p3) {
    log("isQuiet", p0);
    return false;
  }

  public static boolean isQuietStatic(Object p0, Thread p1, int p2) {
    log("isQuietStatic", p0);
    return false;
  }

  public static boolean arrayReadIsQuiet(Object p0, Thread p1, int p2) {
    log("arrayReadIsQuiet", p0);
    return false;
  }

  public static boolean arrayWriteIsQuiet(Object p0, Thread p1, int p2) {
    log("arrayWriteIsQuiet", p0);
    return false;
  }

  public static Object element(Object p0, int p1) {
    log("element", p0);
    return null;
  }

  public static java.lang.reflect.Field[] ownFields(java.lang.reflect.Field[] p0) {
    return p0;
  }

  public static java.lang.reflect.Method[] ownMethods(java.lang.reflect.Method[] p0) {
    return p0;
  }
}
