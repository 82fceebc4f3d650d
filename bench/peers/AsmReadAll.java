import java.io.IOException;
import java.util.List;
import org.objectweb.asm.ClassReader;

/**
 * The peer of read_all: ASM's ClassReader over every class of the running JDK, with a visitor that visits everything
 * (see EverythingVisitor), flags 0, on one thread.
 *
 * <p>Usage: AsmReadAll --passes N. All class bytes are in memory before the first clock starts, so only ASM's
 * work is measured. Pass 1 starts with a cold JIT, as a command-line tool would; the later passes run compiled code. The
 * JIT's own threads are not in cpu_s, only in process_cpu_s.
 */
final class AsmReadAll {
    private AsmReadAll() {}

    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2 || !arguments[0].equals("--passes")) {
            throw new IllegalArgumentException("usage: AsmReadAll --passes N");
        }
        int passes = Integer.parseInt(arguments[1]);
        List<byte[]> classes = ClassBytes.ofRunningJdk();
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
