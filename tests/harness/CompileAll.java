import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Compiles many programs in one JVM. A line of standard input is a program: the folder for its classes, further options
 * of javac and the sources, with tabs between them. The reply is a line: empty, or what javac says of a program that
 * does not compile, with tabs for line ends. The folder is there when all of the program's classes are in it.
 */
public final class CompileAll {
  public static void main(String[] arguments) throws Exception {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    PrintStream replies = new PrintStream(System.out, true, "UTF-8");
    for (String line; (line = lines.readLine()) != null;) {
      String[] words = line.split("\t");
      File classes = new File(words[0]);
      File unfinished = new File(words[0] + ".unfinished-" + ProcessHandle.current().pid());
      unfinished.mkdirs();
      List<String> command = new ArrayList<>(List.of("-g", "-d", unfinished.getPath()));
      command.addAll(List.of(words).subList(1, words.length));
      ByteArrayOutputStream output = new ByteArrayOutputStream();
      boolean compiled = compiler.run(null, output, output, command.toArray(new String[0])) == 0;
      // Another process may have been quicker with the same program.
      boolean there = compiled && (unfinished.renameTo(classes) || classes.isDirectory());
      String said = output.toString("UTF-8").strip().replaceAll("\\R", "\t");
      replies.println(there ? "" : said.isEmpty() ? "cannot make " + classes : said);
    }
  }
}
