import com.ibm.wala.classLoader.IClass;
import com.ibm.wala.classLoader.IMethod;
import com.ibm.wala.ipa.callgraph.AnalysisScope;
import com.ibm.wala.ipa.callgraph.impl.Everywhere;
import com.ibm.wala.ipa.cha.ClassHierarchy;
import com.ibm.wala.ipa.cha.ClassHierarchyFactory;
import com.ibm.wala.ssa.DefaultIRFactory;
import com.ibm.wala.ssa.IR;
import com.ibm.wala.ssa.IRFactory;
import com.ibm.wala.ssa.SSAOptions;
import com.ibm.wala.types.ClassLoaderReference;
import com.ibm.wala.util.debug.UnimplementedError;
import com.ibm.wala.util.warnings.Warnings;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The peer of ssa_all: WALA's SSA form, with its default options, of every method with code in the given jars, on one
 * thread.
 *
 * <p>Usage: WalaIr --api JAVA8_API_JAR [--name NAME] [--passes N] [--memory] JAR...
 *
 * <p>Each pass makes a new class hierarchy (timed apart, as wala-hierarchy) and a new IR factory, so nothing decoded in
 * one pass is reused by the next: pass 1 has a cold JIT, later ones a warm one. WALA decodes a method's bytecode when its
 * IR is asked for, so decoding is inside the IR's time, as it is for Snag. `instructions` counts the JVM's own
 * instructions (by ASM, untimed) of the methods that WALA answered for, so both sides count in one unit. A method for
 * which WALA throws is `failed`; `absent` counts methods with code in the jars that WALA did not show at all.
 */
final class WalaIr {
    private final Map<String, Integer> instructionCounts = new HashMap<>();
    private final Map<String, Integer> failures = new TreeMap<>();
    private String api;
    private String name;
    private int passes = 3;
    private boolean memory;
    private final List<String> jars = new ArrayList<>();

    public static void main(String[] arguments) throws Exception {
        new WalaIr().run(arguments);
    }

    private void run(String[] arguments) throws Exception {
        for (int i = 0; i < arguments.length; ++i) {
            switch (arguments[i]) {
                case "--api" -> api = arguments[++i];
                case "--name" -> name = arguments[++i];
                case "--passes" -> passes = Integer.parseInt(arguments[++i]);
                case "--memory" -> memory = true;
                default -> jars.add(arguments[i]);
            }
        }
        countInstructions();
        for (int pass = 1; pass <= passes; ++pass) {
            failures.clear();
            onePass(pass, false);
        }
        if (memory) {
            failures.clear();
            onePass(passes + 1, true);
        }
        failures.forEach((reason, count) -> System.err.printf("wala-ir failure count=%d %s%n", count, reason));
    }

    private void onePass(int pass, boolean keep) throws Exception {
        Warnings.clear();
        Clock hierarchyClock = new Clock();
        ClassHierarchy hierarchy = ClassHierarchyFactory.make(scope());
        String hierarchyElapsed = hierarchyClock.elapsed();
        List<IMethod> methods = methodsOf(hierarchy);
        long heapBefore = keep ? usedHeap() : 0;

        IRFactory<IMethod> factory = new DefaultIRFactory();
        SSAOptions options = SSAOptions.defaultOptions();
        List<IR> kept = new ArrayList<>();
        List<IMethod> failed = new ArrayList<>();
        long ssaInstructions = 0;
        Clock clock = new Clock();
        for (IMethod method : methods) {
            try {
                IR ir = factory.makeIR(method, Everywhere.EVERYWHERE, options);
                ssaInstructions += ir.getInstructions().length;
                if (keep) {
                    kept.add(ir);
                }
            } catch (RuntimeException | AssertionError | UnimplementedError e) {
                failed.add(method);
                failures.merge(String.valueOf(e).lines().findFirst().orElse(""), 1, Integer::sum);
            }
        }
        String elapsed = clock.elapsed();

        long instructions = 0;
        int known = 0;
        for (IMethod method : methods) {
            Integer count = instructionCounts.get(key(method));
            if (count != null) {
                ++known;
                instructions += count;
            }
        }
        for (IMethod method : failed) {
            instructions -= instructionCounts.getOrDefault(key(method), 0);
        }
        if (keep) {
            // Everything that stayed reachable: the IRs and what building them made the hierarchy cache.
            double perInstruction = (usedHeap() - heapBefore) / (double) instructions;
            System.out.printf("wala-memory jar=%s methods=%d instructions=%d bytes_per_instruction=%.1f%n", name,
                    kept.size(), instructions, perInstruction);
            return;
        }
        System.out.printf("wala-hierarchy jar=%s pass=%d %s classes=%d%n", name, pass, hierarchyElapsed,
                hierarchy.getNumberOfClasses());
        System.out.printf("wala-ir jar=%s pass=%d methods=%d instructions=%d %s failed=%d absent=%d ssa_slots=%d%n", name,
                pass, methods.size() - failed.size(), instructions, elapsed, failed.size(),
                instructionCounts.size() - known, ssaInstructions);
    }

    private AnalysisScope scope() throws IOException {
        AnalysisScope scope = AnalysisScope.createJavaAnalysisScope();
        scope.addToScope(ClassLoaderReference.Primordial, new JarFile(api));
        for (String jar : jars) {
            scope.addToScope(ClassLoaderReference.Application, new JarFile(jar));
        }
        return scope;
    }

    private static List<IMethod> methodsOf(ClassHierarchy hierarchy) {
        List<IMethod> methods = new ArrayList<>();
        Iterator<IClass> classes = hierarchy.getLoader(ClassLoaderReference.Application).iterateAllClasses();
        while (classes.hasNext()) {
            IClass each = classes.next();
            if (hierarchy.lookupClass(each.getReference()) == null) {
                continue;
            }
            for (IMethod method : each.getDeclaredMethods()) {
                if (!method.isAbstract() && !method.isNative()) {
                    methods.add(method);
                }
            }
        }
        return methods;
    }

    private static String key(IMethod method) {
        return method.getDeclaringClass().getName().toString().substring(1) + '.' + method.getSelector();
    }

    private void countInstructions() throws IOException {
        for (byte[] bytes : ClassBytes.ofJars(jars)) {
            new ClassReader(bytes).accept(new InstructionCounter(), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        }
    }

    private static long usedHeap() {
        // Several collections, because soft and weak references and finalizers need more than one to settle.
        for (int i = 0; i < 4; ++i) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Fills instructionCounts; the first definition of a class wins, as on a class path. */
    private final class InstructionCounter extends ClassVisitor {
        private String className;

        InstructionCounter() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visit(int version, int access, String name, String signature, String superName, String[] interfaces) {
            className = name;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            if ((access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
                return null;
            }
            EverythingVisitor counter = new EverythingVisitor();
            MethodVisitor visitor = counter.visitMethod(access, name, descriptor, signature, exceptions);
            String key = className + '.' + name + descriptor;
            return new MethodVisitor(Opcodes.ASM9, visitor) {
                @Override
                public void visitEnd() {
                    instructionCounts.putIfAbsent(key, (int) counter.instructions);
                }
            };
        }
    }
}
