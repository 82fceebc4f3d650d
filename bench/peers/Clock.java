import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Locale;

/**
 * Three clocks started together. `cpu_s` is the CPU time of the calling thread alone: the peer's own work. `wall_s` is
 * elapsed time. `process_cpu_s` adds what the JVM burns on other cores meanwhile (JIT compilers, garbage collector).
 */
final class Clock {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final long cpu = THREADS.getCurrentThreadCpuTime();
    private final long wall = System.nanoTime();
    private final long process = SYSTEM.getProcessCpuTime();

    /** The three times since construction, as `cpu_s=… wall_s=… process_cpu_s=…`. */
    String elapsed() {
        long cpuNow = THREADS.getCurrentThreadCpuTime();
        long wallNow = System.nanoTime();
        long processNow = SYSTEM.getProcessCpuTime();
        return String.format(Locale.ROOT, "cpu_s=%.4f wall_s=%.4f process_cpu_s=%.4f", (cpuNow - cpu) / 1e9,
                (wallNow - wall) / 1e9, (processNow - process) / 1e9);
    }
}
