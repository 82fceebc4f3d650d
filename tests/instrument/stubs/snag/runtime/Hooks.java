package snag.runtime;

/** The hooks that instrumented code calls (src/instrument/hooks.h), without any effect: for the verifier. */
public final class Hooks {
  public static final Object FROZEN = new Object();
  public static final Object DONE = new Object();

  public static void read(Object p0, Object p1, Thread p2, int p3) {}

  public static void write(Object p0, Object p1, Thread p2, int p3) {}

  public static void begin(Object p0, Object p1, Thread p2, int p3) {}

  public static void end(Object p0, Object p1, Thread p2, int p3) {}

  public static void readStatic(Object p0, Thread p1, int p2) {}

  public static void writeStatic(Object p0, Thread p1, int p2) {}

  public static void readAny(Object p0, Thread p1, int p2) {}

  public static void writeAny(Object p0, Thread p1, int p2) {}

  public static void readStaticAny(Thread p0, int p1) {}

  public static void writeStaticAny(Thread p0, int p1) {}

  public static void beginAny(Object p0, Thread p1, int p2) {}

  public static void endAny(Object p0, Thread p1, int p2) {}

  public static void volatileRead(Object p0, int p1) {}

  public static void volatileWrite(Object p0, int p1) {}

  public static void entered(Object p0, int p1) {}

  public static void exiting(Object p0, int p1) {}

  public static void waiting(Object p0, int p1) {}

  public static void waited(Object p0, int p1) {}

  public static void arrayRead(Object p0, Thread p1, int p2) {}

  public static void arrayWrite(Object p0, Thread p1, int p2) {}

  public static void arrayReadAt(Object p0, int p1, Thread p2, int p3) {}

  public static void arrayWriteAt(Object p0, int p1, Thread p2, int p3) {}

  public static void cloned(Object p0) {}

  public static void acquired(Object p0, int p1, int p2) {}

  public static void released(Object p0, int p1, int p2) {}

  public static void acquiredIf(boolean p0, Object p1, int p2, int p3) {}

  public static void releasedIf(boolean p0, Object p1, int p2, int p3) {}

  public static void acquiredIf(long p0, Object p1, int p2, int p3) {}

  public static void releasedIf(long p0, Object p1, int p2, int p3) {}

  public static void awaiting(Object p0, int p1) {}

  public static void awaited(Object p0, int p1) {}

  public static void starts(Object p0, int p1) {}

  public static void joins(Object p0, int p1) {}

  public static void signals(Object p0, int p1) {}

  public static void atomicRead(Object p0, int p1) {}

  public static void atomicWrite(Object p0, int p1) {}

  public static void contentsRead(Object p0, Thread p1, int p2) {}

  public static void contentsWrite(Object p0, Thread p1, int p2) {}

  public static void taskBegin(Object p0) {}

  public static void taskEnd(Object p0) {}

  public static void threadStart(Thread p0) {}

  public static void threadJoined(Thread p0) {}

  public static boolean isQuiet(Object p0, Object p1, Thread p2, int p3) {
    return false;
  }

  public static boolean isQuietStatic(Object p0, Thread p1, int p2) {
    return false;
  }

  public static boolean arrayReadIsQuiet(Object p0, Thread p1, int p2) {
    return false;
  }

  public static boolean arrayWriteIsQuiet(Object p0, Thread p1, int p2) {
    return false;
  }

  public static Object element(Object p0, int p1) {
    return null;
  }

  public static java.lang.reflect.Field[] ownFields(java.lang.reflect.Field[] p0) {
    return p0;
  }

  public static java.lang.reflect.Method[] ownMethods(java.lang.reflect.Method[] p0) {
    return p0;
  }
}
