// A JVM started by the program: it runs as it would without Snag, and its output is the program's.
// variant: default
import java.io.File;
import java.nio.charset.StandardCharsets;

public class ChildJvmOk {
    private int count;

    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            ChildJvmOk own = new ChildJvmOk();
            own.count = 41;
            own.count++;
            System.out.println("child " + own.count);
            return;
        }
        String java = System.getProperty("java.home") + File.separator + "bin" + File.separator + "java";
        Process child = new ProcessBuilder(java, "-cp", System.getProperty("java.class.path"), "ChildJvmOk", "child")
            .redirectErrorStream(true).start();
        System.out.print(new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        System.out.println("ended with " + child.waitFor());
    }
}
