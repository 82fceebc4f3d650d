import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;

/**
 * The peer of read_all: ASM's ClassReader over every class of the running JDK, or of the jars given, with a visitor that
 * visits everything (see EverythingVisitor), flags 0, on one thread.
 *
 * <p>Usage: AsmReadAll [--passes N] [JAR...]. All class bytes are in memory before the first clock starts, so only ASM's
 * work is measured. Pass 1 starts with a cold JIT, as a command-line tool would; the later passes run compiled code. The
 * JIT's own threads are not in cpu_s, only in process_cpu_s.
 */
final class AsmReadAll {
    private AsmReadAll() {}

    public static void main(String[] arguments) throws IOException {
        int passes = 5;
        List<String> jars = new ArrayList<>();
        for (int i = 0; i < arguments.length; ++i) {
            if (arguments[i].equals("--passes") && i + 1 < arguments.length) {
                passes = Integer.parseInt(arguments[++i]);
            } else {
                jars.add(arguments[i]);
            }
        }
        List<byte[]> classes = jars.isEmpty() ? ClassBytes.ofRunningJdk() : ClassBytes.ofJars(jars);
        long size = ClassBytes.totalSize(classes);
        for (int pass = 1; pass <= passes; ++pass) {
            EverythingVisitor visitor = new EverythingVisitor();
            int failed = 0;
            Clock clock = new Clock();
            for (byte[] bytes : classes) {
                try {
                    new ClassReader(bytes).accept(visitor, 0);
                } catch (RuntimeException e) {
                    ++failed;
                }
            }
            String elapsed = clock.elapsed();
            System.out.printf("asm-read pass=%d %s classes=%d bytes=%d methods=%d instructions=%d failed=%d checksum=%x%n",
                    pass, elapsed, classes.size() - failed, size, visitor.methodsWithCode, visitor.instructions, failed,
                    visitor.checksum);
        }
    }
}
