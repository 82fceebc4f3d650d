import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.Attribute;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.ModuleVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.RecordComponentVisitor;
import org.objectweb.asm.Type;
import org.objectweb.asm.TypePath;

/**
 * Asks ASM for everything that a class file holds: every callback of every visitor is overridden, none returns null, and
 * each folds its arguments into a checksum so that the JIT cannot drop the work that made them. The folding itself is kept
 * cheap (a length, not a hash of the characters), because it is not what is being measured.
 */
final class EverythingVisitor extends ClassVisitor {
    private static final int API = Opcodes.ASM9;

    /** Folded arguments of all callbacks so far; also tells two runs over the same classes apart from a lazy one. */
    long checksum;
    /** Bytecode instructions seen so far. */
    long instructions;
    /** Methods with code seen so far. */
    long methodsWithCode;

    private final Annotations annotations = new Annotations();
    private final Fields fields = new Fields();
    private final Methods methods = new Methods();
    private final Modules modules = new Modules();
    private final RecordComponents recordComponents = new RecordComponents();

    EverythingVisitor() {
        super(API);
    }

    private void add(int value) {
        checksum = checksum * 31 + value;
    }

    private void add(boolean value) {
        add(value ? 1 : 0);
    }

    private void add(String text) {
        add(text == null ? -1 : text.length());
    }

    private void add(String[] texts) {
        if (texts != null) {
            for (String text : texts) {
                add(text);
            }
        }
    }

    private void add(int[] values) {
        for (int value : values) {
            add(value);
        }
    }

    private void add(TypePath path) {
        add(path == null ? -1 : path.getLength());
    }

    private void add(Label label) {
        add(label == null ? -1 : 1);
    }

    private void add(Label[] labels) {
        for (Label label : labels) {
            add(label);
        }
    }

    private void add(Attribute attribute) {
        add(attribute.type);
    }

    /** A constant: a boxed number, a string, a type, a handle, a dynamic constant, a frame's type or an array of primitives. */
    private void addConstant(Object value) {
        if (value instanceof String) {
            add((String) value);
        } else if (value instanceof Integer) {
            add((Integer) value);
        } else if (value instanceof Type) {
            add(((Type) value).getSort());
        } else if (value instanceof Handle) {
            Handle handle = (Handle) value;
            add(handle.getTag());
            add(handle.getOwner());
            add(handle.getName());
            add(handle.getDesc());
        } else if (value instanceof ConstantDynamic) {
            ConstantDynamic constant = (ConstantDynamic) value;
            add(constant.getName());
            add(constant.getDescriptor());
            addConstant(constant.getBootstrapMethod());
            for (int i = 0; i < constant.getBootstrapMethodArgumentCount(); ++i) {
                addConstant(constant.getBootstrapMethodArgument(i));
            }
        } else if (value instanceof Label) {
            add((Label) value);
        } else if (value instanceof Number) {
            add(((Number) value).intValue());
        } else {
            add(value == null ? -1 : 1);
        }
    }

    @Override
    public void visit(int version, int access, String name, String signature, String superName, String[] interfaces) {
        add(version);
        add(access);
        add(name);
        add(signature);
        add(superName);
        add(interfaces);
    }

    @Override
    public void visitSource(String source, String debug) {
        add(source);
        add(debug);
    }

    @Override
    public ModuleVisitor visitModule(String name, int access, String version) {
        add(name);
        add(access);
        add(version);
        return modules;
    }

    @Override
    public void visitNestHost(String nestHost) {
        add(nestHost);
    }

    @Override
    public void visitOuterClass(String owner, String name, String descriptor) {
        add(owner);
        add(name);
        add(descriptor);
    }

    @Override
    public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
        return annotations.begin(descriptor, visible);
    }

    @Override
    public AnnotationVisitor visitTypeAnnotation(int typeRef, TypePath path, String descriptor, boolean visible) {
        return annotations.begin(typeRef, path, descriptor, visible);
    }

    @Override
    public void visitAttribute(Attribute attribute) {
        add(attribute);
    }

    @Override
    public void visitNestMember(String nestMember) {
        add(nestMember);
    }

    @Override
    public void visitPermittedSubclass(String permittedSubclass) {
        add(permittedSubclass);
    }

    @Override
    public void visitInnerClass(String name, String outerName, String innerName, int access) {
        add(name);
        add(outerName);
        add(innerName);
        add(access);
    }

    @Override
    public RecordComponentVisitor visitRecordComponent(String name, String descriptor, String signature) {
        add(name);
        add(descriptor);
        add(signature);
        return recordComponents;
    }

    @Override
    public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
        add(access);
        add(name);
        add(descriptor);
        add(signature);
        addConstant(value);
        return fields;
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
        add(access);
        add(name);
        add(descriptor);
        add(signature);
        add(exceptions);
        return methods;
    }

    @Override
    public void visitEnd() {
        add(1);
    }

    private final class Annotations extends AnnotationVisitor {
        Annotations() {
            super(API);
        }

        Annotations begin(String descriptor, boolean visible) {
            add(descriptor);
            add(visible);
            return this;
        }

        Annotations begin(int typeRef, TypePath path, String descriptor, boolean visible) {
            add(typeRef);
            add(path);
            return begin(descriptor, visible);
        }

        @Override
        public void visit(String name, Object value) {
            add(name);
            addConstant(value);
        }

        @Override
        public void visitEnum(String name, String descriptor, String value) {
            add(name);
            add(descriptor);
            add(value);
        }

        @Override
        public AnnotationVisitor visitAnnotation(String name, String descriptor) {
            add(name);
            add(descriptor);
            return this;
        }

        @Override
        public AnnotationVisitor visitArray(String name) {
            add(name);
            return this;
        }

        @Override
        public void visitEnd() {
            add(2);
        }
    }

    private final class Fields extends FieldVisitor {
        Fields() {
            super(API);
        }

        @Override
        public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
            return annotations.begin(descriptor, visible);
        }

        @Override
        public AnnotationVisitor visitTypeAnnotation(int typeRef, TypePath path, String descriptor, boolean visible) {
            return annotations.begin(typeRef, path, descriptor, visible);
        }

        @Override
        public void visitAttribute(Attribute attribute) {
            add(attribute);
        }

        @Override
        public void visitEnd() {
            add(3);
        }
    }

    private final class RecordComponents extends RecordComponentVisitor {
        RecordComponents() {
            super(API);
        }

        @Override
        public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
            return annotations.begin(descriptor, visible);
        }

        @Override
        public AnnotationVisitor visitTypeAnnotation(int typeRef, TypePath path, String descriptor, boolean visible) {
            return annotations.begin(typeRef, path, descriptor, visible);
        }

        @Override
        public void visitAttribute(Attribute attribute) {
            add(attribute);
        }

        @Override
        public void visitEnd() {
            add(4);
        }
    }

    private final class Modules extends ModuleVisitor {
        Modules() {
            super(API);
        }

        @Override
        public void visitMainClass(String mainClass) {
            add(mainClass);
        }

        @Override
        public void visitPackage(String packaze) {
            add(packaze);
        }

        @Override
        public void visitRequire(String module, int access, String version) {
            add(module);
            add(access);
            add(version);
        }

        @Override
        public void visitExport(String packaze, int access, String... modules) {
            add(packaze);
            add(access);
            add(modules);
        }

        @Override
        public void visitOpen(String packaze, int access, String... modules) {
            add(packaze);
            add(access);
            add(modules);
        }

        @Override
        public void visitUse(String service) {
            add(service);
        }

        @Override
        public void visitProvide(String service, String... providers) {
            add(service);
            add(providers);
        }

        @Override
        public void visitEnd() {
            add(5);
        }
    }

    private final class Methods extends MethodVisitor {
        Methods() {
            super(API);
        }

        private void instruction(int opcode) {
            ++instructions;
            add(opcode);
        }

        @Override
        public void visitParameter(String name, int access) {
            add(name);
            add(access);
        }

        @Override
        public AnnotationVisitor visitAnnotationDefault() {
            return annotations;
        }

        @Override
        public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
            return annotations.begin(descriptor, visible);
        }

        @Override
        public AnnotationVisitor visitTypeAnnotation(int typeRef, TypePath path, String descriptor, boolean visible) {
            return annotations.begin(typeRef, path, descriptor, visible);
        }

        @Override
        public void visitAnnotableParameterCount(int parameterCount, boolean visible) {
            add(parameterCount);
            add(visible);
        }

        @Override
        public AnnotationVisitor visitParameterAnnotation(int parameter, String descriptor, boolean visible) {
            add(parameter);
            return annotations.begin(descriptor, visible);
        }

        @Override
        public void visitAttribute(Attribute attribute) {
            add(attribute);
        }

        @Override
        public void visitCode() {
            ++methodsWithCode;
        }

        @Override
        public void visitFrame(int type, int localCount, Object[] local, int stackCount, Object[] stack) {
            add(type);
            // Only append and full frames carry locals; a chop frame's count says how many disappear.
            if (type == Opcodes.F_APPEND || type == Opcodes.F_FULL || type == Opcodes.F_NEW) {
                for (int i = 0; i < localCount; ++i) {
                    addConstant(local[i]);
                }
            }
            for (int i = 0; i < stackCount; ++i) {
                addConstant(stack[i]);
            }
        }

        @Override
        public void visitInsn(int opcode) {
            instruction(opcode);
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            instruction(opcode);
            add(operand);
        }

        @Override
        public void visitVarInsn(int opcode, int variable) {
            instruction(opcode);
            add(variable);
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            instruction(opcode);
            add(type);
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            instruction(opcode);
            add(owner);
            add(name);
            add(descriptor);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            instruction(opcode);
            add(owner);
            add(name);
            add(descriptor);
            add(isInterface);
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            instruction(Opcodes.INVOKEDYNAMIC);
            add(name);
            add(descriptor);
            addConstant(bootstrap);
            for (Object argument : arguments) {
                addConstant(argument);
            }
        }

        @Override
        public void visitJumpInsn(int opcode, Label label) {
            instruction(opcode);
            add(label);
        }

        @Override
        public void visitLabel(Label label) {
            add(label);
        }

        @Override
        public void visitLdcInsn(Object value) {
            instruction(Opcodes.LDC);
            addConstant(value);
        }

        @Override
        public void visitIincInsn(int variable, int increment) {
            instruction(Opcodes.IINC);
            add(variable);
            add(increment);
        }

        @Override
        public void visitTableSwitchInsn(int min, int max, Label defaultLabel, Label... labels) {
            instruction(Opcodes.TABLESWITCH);
            add(min);
            add(max);
            add(defaultLabel);
            add(labels);
        }

        @Override
        public void visitLookupSwitchInsn(Label defaultLabel, int[] keys, Label[] labels) {
            instruction(Opcodes.LOOKUPSWITCH);
            add(defaultLabel);
            add(keys);
            add(labels);
        }

        @Override
        public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
            instruction(Opcodes.MULTIANEWARRAY);
            add(descriptor);
            add(dimensions);
        }

        @Override
        public AnnotationVisitor visitInsnAnnotation(int typeRef, TypePath path, String descriptor, boolean visible) {
            return annotations.begin(typeRef, path, descriptor, visible);
        }

        @Override
        public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
            add(start);
            add(end);
            add(handler);
            add(type);
        }

        @Override
        public AnnotationVisitor visitTryCatchAnnotation(
                int typeRef, TypePath path, String descriptor, boolean visible) {
            return annotations.begin(typeRef, path, descriptor, visible);
        }

        @Override
        public void visitLocalVariable(
                String name, String descriptor, String signature, Label start, Label end, int index) {
            add(name);
            add(descriptor);
            add(signature);
            add(start);
            add(end);
            add(index);
        }

        @Override
        public AnnotationVisitor visitLocalVariableAnnotation(int typeRef, TypePath path, Label[] start, Label[] end,
                int[] index, String descriptor, boolean visible) {
            add(start);
            add(end);
            add(index);
            return annotations.begin(typeRef, path, descriptor, visible);
        }

        @Override
        public void visitLineNumber(int line, Label start) {
            add(line);
            add(start);
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            add(maxStack);
            add(maxLocals);
        }

        @Override
        public void visitEnd() {
            add(6);
        }
    }
}
