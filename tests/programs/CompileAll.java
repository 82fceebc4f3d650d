import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Compiles many programs in one JVM. A line of standard input is a program: the folder for its classes and its sources,
 * with tabs between them. The folder of one that does not compile is not there in the end.
 */
public final class CompileAll {
  public static void main(String[] arguments) throws Exception {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    for (String line; (line = lines.readLine()) != null;) {
      String[] words = line.split("\t");
      File classes = new File(words[0]);
      File unfinished = new File(words[0] + ".unfinished");
      unfinished.mkdirs();
      List<String> command = new ArrayList<>(List.of("-g", "-nowarn", "-d", unfinished.getPath()));
      command.addAll(List.of(words).subList(1, words.length));
      ByteArrayOutputStream output = new ByteArrayOutputStream();
      if (compiler.run(null, output, output, command.toArray(new String[0])) == 0) unfinished.renameTo(classes);
    }
  }
}
