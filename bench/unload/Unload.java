import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Makes class loaders, defines a class with each, uses it and lets it go; prints the resident memory now and then.
 *
 *   Unload KIND LOADERS STEP
 *     same     the same class each time, used by one thread
 *     names    the class has another name each time
 *     shared   the same, and a second thread uses its objects as well, ordered by a task
 *     hidden   hidden classes, one for each round, without a loader of their own
 *     proxies  a proxy class in each loader
 */
public class Unload {
    public interface Work {
        int run(int n);
    }

    private static final String PART = "UnloadPart00000";

    private static final class Own extends ClassLoader {
        Own() {
            super(Unload.class.getClassLoader());
        }

        Class<?> define(String name, byte[] bytes) {
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    private static byte[] part() throws Exception {
        try (InputStream in = Unload.class.getResourceAsStream(PART + ".class")) {
            return in.readAllBytes();
        }
    }

    private static String name(int number) {
        return String.format(Locale.ROOT, "UnloadPart%05d", number % 100_000);
    }

    /** The name is in the constant pool only, always as long as it was. */
    private static byte[] renamed(byte[] bytes, int number) {
        byte[] from = PART.getBytes(StandardCharsets.US_ASCII);
        byte[] to = name(number).getBytes(StandardCharsets.US_ASCII);
        byte[] result = bytes.clone();
        for (int i = 0; i + from.length <= result.length; i++) {
            int j = 0;
            while (j < from.length && result[i + j] == from[j]) j++;
            if (j == from.length) System.arraycopy(to, 0, result, i, to.length);
        }
        return result;
    }

    private static Work made(Class<?> type) throws Exception {
        return (Work) type.getDeclaredConstructor().newInstance();
    }

    private static long residentKib() throws Exception {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmRSS:")) return Long.parseLong(line.replaceAll("[^0-9]", ""));
        }
        throw new AssertionError("/proc/self/status has no VmRSS");
    }

    public static void main(String[] arguments) throws Exception {
        String kind = arguments[0];
        int loaders = Integer.parseInt(arguments[1]);
        int step = Integer.parseInt(arguments[2]);
        byte[] bytes = part();
        ExecutorService other = Executors.newSingleThreadExecutor();
        long sum = 0;
        for (int i = 1; i <= loaders; i++) {
            Work work;
            switch (kind) {
                case "same":
                    work = made(new Own().define(PART, bytes));
                    break;
                case "names":
                case "shared":
                    work = made(new Own().define(name(i), renamed(bytes, i)));
                    break;
                case "hidden":
                    work = made(MethodHandles.lookup().defineHiddenClass(bytes, true).lookupClass());
                    break;
                case "proxies":
                    work = (Work) Proxy.newProxyInstance(
                            new Own(), new Class<?>[] {Work.class}, (proxy, method, values) -> (int) values[0] + 1);
                    break;
                default:
                    throw new IllegalArgumentException(kind);
            }
            sum += work.run(i);
            if (kind.equals("shared")) {
                int n = i;
                sum += other.submit(() -> work.run(n)).get();
                sum += work.run(i);
            }
            if (i % step == 0) {
                System.gc();
                Thread.sleep(200);
                System.gc();
                System.out.println(i + " " + residentKib());
            }
        }
        other.shutdown();
        System.err.println(sum);
    }
}
