import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;

/** Writes Java sources whose class files are at the limits: many locals, long methods, large constant pools. */
public final class MakeStrange {
  private static Path folder;

  public static void main(String[] arguments) throws IOException {
    folder = Paths.get(arguments[0]);
    Files.createDirectories(folder);
    manyLocals();
    for (int size : new int[] {9, 18, 30, 43, 54}) longMethod(size);
    for (int constants : new int[] {64000, 65300, 65380}) largePool(constants);
    largeSwitch();
    choppedParameters();
  }

  private static void write(String name, StringBuilder body) throws IOException {
    String text = "public class " + name + " {\n  int field; long wide; static int total;\n" + body
        + "  public static void main(String[] arguments) throws Throwable { System.out.println(run()); }\n}\n";
    Files.write(folder.resolve(name + ".java"), text.getBytes("UTF-8"));
  }

  /** 260 locals, with frames: all added code needs wide instructions. */
  private static void manyLocals() throws IOException {
    StringBuilder out = new StringBuilder("  synchronized int sum(int n) {\n");
    for (int i = 0; i < 260; i++) out.append("    int v").append(i).append(" = n + ").append(i).append(";\n");
    out.append("    for (int i = 0; i < n; i++) {\n      field += v0; wide += field;\n");
    out.append("      try { Thread.sleep(0); Thread.currentThread().join(1); } catch (InterruptedException e) { v1++; }\n");
    for (int i = 0; i < 260; i++) out.append("      if (v").append(i).append(" > 3) field += v").append(i).append(";\n");
    out.append("    }\n    return field;\n  }\n  static Object run() { return new ManyLocals().sum(3); }\n");
    write("ManyLocals", out);
  }

  /** About 1,200 bytes of code for each kilobyte (63,507 for 54), inside a loop, with many accesses to fields. */
  private static void longMethod(int kilobytes) throws IOException {
    String name = "Long" + kilobytes;
    StringBuilder out = new StringBuilder("  synchronized int sum(int n) {\n    int local = 0;\n");
    out.append("    for (int i = 0; i < n; i++) {\n");
    for (int i = 0; i < kilobytes * 40; i++) {
      out.append("      if (local == ").append(40000 + i).append(") field += n;\n");
      if (i % 4 == 0) out.append("      local += field + 70000;\n");
    }
    out.append("    }\n    return field + local;\n  }\n");
    out.append("  static Object run() { return new ").append(name).append("().sum(3); }\n");
    write(name, out);
  }

  private static void largePool(int constants) throws IOException {
    String name = "Pool" + constants;
    StringBuilder out = new StringBuilder();
    int methods = (constants - 300) / 1001;
    for (int m = 0; m < methods; m++) {
      out.append("  int m").append(m).append("(int n) {\n    int sum = field;\n");
      for (int i = 0; i < 1000 - 1; i++) out.append("    sum ^= ").append(100000 + m * 1000 + i).append(";\n");
      out.append("    return sum;\n  }\n");
    }
    int rest = constants - 300 - methods * 1001;
    out.append("  synchronized int last(int n) {\n    field = n;\n");
    for (int i = 0; i < rest; i++) out.append("    field ^= ").append(99000000 + i).append(";\n");
    out.append("    return field;\n  }\n  static Object run() { return new ").append(name).append("().last(4); }\n");
    write(name, out);
  }

  private static void largeSwitch() throws IOException {
    StringBuilder out = new StringBuilder("  int pick(int n) {\n    switch (n) {\n");
    for (int i = 0; i < 1000; i++) out.append("      case ").append(i).append(": field += ").append(i).append("; break;\n");
    for (int i = 0; i < 500; i++) {
      out.append("      case ").append(100000 + i * 7).append(": wide = field; return ").append(i).append(";\n");
    }
    out.append("    }\n    return field;\n  }\n  static Object run() {\n    LargeSwitch s = new LargeSwitch();\n");
    out.append("    int sum = 0;\n    for (int i = 0; i < 101000; i++) sum = sum * 31 + s.pick(i);\n    return sum;\n  }\n");
    write("LargeSwitch", out);
  }

  /** Parameters that are dead after a branch, so that frames may chop them. */
  private static void choppedParameters() throws IOException {
    StringBuilder out = new StringBuilder("  static int many(int a, long b, String c, double d, int[] e) {\n");
    out.append("    while (a > 0) { total += a--; { long x = b; if (x > 3) total += c.length(); } }\n");
    out.append("    for (int i = 0; i < e.length; i++) { double y = d * i; if (y > 2) e[i] = (int) y; total += e[i]; }\n");
    out.append("    return total;\n  }\n");
    out.append("  static Object run() { return many(3, 4, \"text\", 1.5, new int[4]); }\n");
    write("Chopped", out);
  }
}
