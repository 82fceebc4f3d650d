import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Writes a jar of the Java 8 API, which WALA 1.5.2 needs as its primordial scope because it cannot read the module image.
 *
 * <p>The JDK carries the API of older releases for javac's --release in lib/ct.sym: a zip of class files without code,
 * named RELEASES/MODULE/NAME.sig, where each letter of RELEASES is one release (8, 9, A for 10, ...). Example:
 * 87/java.base/java/lang/Object.sig is the Object of releases 7 and 8. No class occurs twice for one release.
 *
 * <p>Two things must change for WALA. The files bear the version of the JDK that made them, which WALA refuses: Java 8's
 * number replaces it. And WALA decodes the body of a called method to learn which exceptions it declares, failing when
 * there is none: every method that should have code gets `throw null`. That is less to decode than the real library, so it
 * favours WALA.
 *
 * <p>Usage: Java8Api CT_SYM OUTPUT_JAR.
 */
final class Java8Api {
    private Java8Api() {}

    public static void main(String[] arguments) throws IOException {
        try (ZipFile symbols = new ZipFile(arguments[0]);
                JarOutputStream jar = new JarOutputStream(Files.newOutputStream(Path.of(arguments[1])))) {
            for (ZipEntry entry : Collections.list(symbols.entries())) {
                String[] parts = entry.getName().split("/", 3);
                if (parts.length < 3 || parts[0].indexOf('8') < 0 || !parts[2].endsWith(".sig")
                        || parts[2].equals("module-info.sig")) {
                    continue;
                }
                jar.putNextEntry(new JarEntry(parts[2].substring(0, parts[2].length() - 4) + ".class"));
                try (InputStream in = symbols.getInputStream(entry)) {
                    jar.write(withBodies(in.readAllBytes()));
                }
                jar.closeEntry();
            }
        }
    }

    private static byte[] withBodies(byte[] stub) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(stub).accept(new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public void visit(int version, int access, String name, String signature, String superName,
                    String[] interfaces) {
                super.visit(Opcodes.V1_8, access, name, signature, superName, interfaces);
            }

            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] exceptions) {
                MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
                if ((access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0) {
                    method.visitCode();
                    method.visitInsn(Opcodes.ACONST_NULL);
                    method.visitInsn(Opcodes.ATHROW);
                    method.visitMaxs(1, 255);
                }
                return method;
            }
        }, 0);
        return writer.toByteArray();
    }
}
