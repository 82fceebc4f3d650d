import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Class files in memory. The peers are measured on what they do with the bytes, so fetching and inflating them happens
 * here, before any clock is started. Multi-release versions (META-INF/versions) and other jars' resources are left out.
 */
final class ClassBytes {
    private ClassBytes() {}

    /** Every class file of the image of the JDK that runs this program, module-info included, in path order. */
    static List<byte[]> ofRunningJdk() throws IOException {
        List<Path> paths = new ArrayList<>();
        Path root = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules");
        try (var walk = Files.walk(root)) {
            walk.filter(path -> path.toString().endsWith(".class")).forEach(paths::add);
        }
        Collections.sort(paths);
        List<byte[]> classes = new ArrayList<>(paths.size());
        for (Path path : paths) {
            classes.add(Files.readAllBytes(path));
        }
        return classes;
    }

    /** Every class file of the jars, in the order of their directories. */
    static List<byte[]> ofJars(List<String> jars) throws IOException {
        List<byte[]> classes = new ArrayList<>();
        for (String jar : jars) {
            try (ZipFile zip = new ZipFile(jar)) {
                for (ZipEntry entry : Collections.list(zip.entries())) {
                    String name = entry.getName();
                    if (!name.endsWith(".class") || name.startsWith("META-INF/")) {
                        continue;
                    }
                    try (InputStream in = zip.getInputStream(entry)) {
                        classes.add(in.readAllBytes());
                    }
                }
            }
        }
        return classes;
    }

    static long totalSize(List<byte[]> classes) {
        long size = 0;
        for (byte[] bytes : classes) {
            size += bytes.length;
        }
        return size;
    }
}
