import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.internal.org.objectweb.asm.ClassReader;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.Handle;
import jdk.internal.org.objectweb.asm.Opcodes;
import jdk.internal.org.objectweb.asm.Type;
import jdk.internal.org.objectweb.asm.tree.AbstractInsnNode;
import jdk.internal.org.objectweb.asm.tree.ClassNode;
import jdk.internal.org.objectweb.asm.tree.FieldInsnNode;
import jdk.internal.org.objectweb.asm.tree.FieldNode;
import jdk.internal.org.objectweb.asm.tree.FrameNode;
import jdk.internal.org.objectweb.asm.tree.InsnList;
import jdk.internal.org.objectweb.asm.tree.InsnNode;
import jdk.internal.org.objectweb.asm.tree.InvokeDynamicInsnNode;
import jdk.internal.org.objectweb.asm.tree.LabelNode;
import jdk.internal.org.objectweb.asm.tree.LdcInsnNode;
import jdk.internal.org.objectweb.asm.tree.LineNumberNode;
import jdk.internal.org.objectweb.asm.tree.MethodInsnNode;
import jdk.internal.org.objectweb.asm.tree.MethodNode;
import jdk.internal.org.objectweb.asm.tree.MultiANewArrayInsnNode;
import jdk.internal.org.objectweb.asm.tree.TryCatchBlockNode;
import jdk.internal.org.objectweb.asm.tree.TypeInsnNode;
import jdk.internal.org.objectweb.asm.tree.VarInsnNode;

/**
 * Rewrites the classes of a program so that they tell soundness.Observer what they do. It has nothing in common with
 * Snag's own rewriter, so that a mistake in that one cannot hide what the analysis misses.
 *
 * <p>A line of standard input is a program: the folder of its classes and the folder to make, with a tab between them.
 * The reply is a line, empty or with a problem. Beside the new folder, NAME.tsv lists the places that have numbers:
 * number, what happens there, a subject (of an access the field), its flags, the method, and the line.
 *
 * <p>Not observed: what constructors do before they call super(), methods of more than 4,000 instructions, accesses by
 * reflection, VarHandle, Unsafe and field updaters, and super.tryLock with a time limit.
 */
public final class Rewriter {
  private static final String OBSERVER = "soundness/Observer";
  private static final String OBSERVED = "soundness/Observed";
  private static final int LARGE = 4000;
  private static final int NEWEST_VERSION = Opcodes.V17; // that this ASM reads; newer ones are alike for our purpose
  private static final Set<String> WITHOUT_IDENTITY = Set.of("java/lang/String", "java/lang/StringBuilder",
      "java/lang/StringBuffer", "java/lang/Integer", "java/lang/Long");
  private static final Set<String> COLLECTIONS = Set.of("java/util/ArrayList", "java/util/LinkedList",
      "java/util/HashMap", "java/util/LinkedHashMap", "java/util/TreeMap", "java/util/HashSet",
      "java/util/LinkedHashSet", "java/util/TreeSet", "java/util/ArrayDeque", "java/util/PriorityQueue",
      "java/util/IdentityHashMap", "java/util/WeakHashMap", "java/util/BitSet", "java/util/EnumMap", "java/util/List",
      "java/util/Map", "java/util/Set", "java/util/Collection", "java/util/Queue", "java/util/Deque",
      "java/util/SortedMap", "java/util/NavigableMap", "java/util/SortedSet", "java/util/NavigableSet");
  private static final Set<String> CHANGES = Set.of("add", "addAll", "addFirst", "addLast", "put", "putAll",
      "putIfAbsent", "remove", "removeAll", "removeIf", "removeFirst", "removeLast", "retainAll", "clear", "set",
      "poll", "pollFirst", "pollLast", "push", "pop", "offer", "offerFirst", "offerLast", "merge", "compute",
      "computeIfAbsent", "computeIfPresent", "replace", "replaceAll", "sort", "flip");

  private static final Set<String> LOCKING = Set.of("lock()", "lockInterruptibly()", "tryLock()", "unlock()",
      "tryLock(JLjava/util/concurrent/TimeUnit;)");

  /** Calls of these may start tasks, or wait for other threads. */
  private static final Pattern COORDINATORS = Pattern.compile("java/lang/Thread\\$Builder.*"
      + "|java/util/(stream/.*|Timer|concurrent/"
      + "(\\w*Executor\\w*|\\w*Future\\w*|Completion\\w*|ForkJoin\\w*|Recursive\\w*|CountedCompleter|CountDownLatch"
      + "|CyclicBarrier|Phaser|Exchanger|StructuredTaskScope))");

  private final Map<String, ClassNode> classes = new TreeMap<>();
  private final Map<String, Integer> versions = new TreeMap<>();
  private final Map<String, Handle> lambdas = new TreeMap<>();
  private final Map<String, Integer> fields = new LinkedHashMap<>();
  private final List<String> places = new ArrayList<>();

  public static void main(String[] arguments) throws IOException {
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream replies = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    for (String line; (line = lines.readLine()) != null;) {
      String[] words = line.split("\t");
      try {
        new Rewriter().rewrite(Path.of(words[0]), Path.of(words[1]));
        replies.println();
      } catch (IOException | RuntimeException problem) {
        replies.println(problem + " at " + problem.getStackTrace()[0]);
      }
    }
  }

  private void rewrite(Path from, Path to) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(from)) {
      files = all.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path file : files) {
      Path target = to.resolve(from.relativize(file));
      Files.createDirectories(target.getParent());
      if (file.toString().endsWith(".class")) {
        byte[] bytes = Files.readAllBytes(file);
        int version = bytes[7];
        bytes[7] = (byte) Math.min(version, NEWEST_VERSION);
        ClassNode node = new ClassNode();
        ClassReader reader = new ClassReader(bytes);
        reader.accept(node, ClassReader.EXPAND_FRAMES);
        listLambdas(reader, node);
        classes.put(node.name, node);
        versions.put(node.name, version);
      } else {
        Files.copy(file, target);
      }
    }
    placesOfLambdas();
    for (ClassNode node : classes.values()) {
      rewrite(node);
      ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
      node.accept(writer);
      byte[] bytes = writer.toByteArray();
      bytes[7] = versions.get(node.name).byteValue();
      Files.write(to.resolve(node.name + ".class"), bytes);
    }
    Files.write(Path.of(to + ".tsv"), places);
  }

  /**
   * Snag names the class of a lambda or method reference by the method that makes it and the position there. A label
   * knows its position when the method was written, which is where it was read.
   */
  private void listLambdas(ClassReader reader, ClassNode node) {
    Map<LabelNode, Lambda> found = new LinkedHashMap<>();
    for (MethodNode method : node.methods) {
      for (AbstractInsnNode instruction : method.instructions.toArray()) {
        if (instruction instanceof InvokeDynamicInsnNode) {
          InvokeDynamicInsnNode call = (InvokeDynamicInsnNode) instruction;
          if (call.bsm.getOwner().equals("java/lang/invoke/LambdaMetafactory")) {
            Handle body = (Handle) call.bsmArgs[1];
            LabelNode label = new LabelNode();
            method.instructions.insertBefore(instruction, label);
            found.put(label, new Lambda(node.name + "$$Lambda." + method.name + ".", method.desc, body));
          }
        }
      }
    }
    ClassWriter copy = new ClassWriter(reader, 0);
    node.accept(copy);
    copy.toByteArray();
    found.forEach((label, each) -> lambdas.put(
        (each.prefix + label.getLabel().getOffset() + each.suffix).replace('/', '.'), each.body));
  }

  private record Lambda(String prefix, String suffix, Handle body) {}

  /** A method reference may run any method that overrides the one it names. */
  private void placesOfLambdas() {
    lambdas.forEach((key, body) -> {
      for (ClassNode node : classes.values()) {
        if (node.name.equals(body.getOwner()) || (body.getTag() != Opcodes.H_INVOKESTATIC
            && isBelow(node.name, body.getOwner()))) {
          String method = methodName(node.name, body.getName(), body.getDesc());
          places.add(String.join("\t", Integer.toString(places.size()), "lambda", key, "", method, "0"));
        }
      }
    });
  }

  private boolean isBelow(String name, String above) {
    ClassNode node = classes.get(name);
    return name.equals(above) || (node != null && (isBelow(node.superName, above)
        || node.interfaces.stream().anyMatch(each -> isBelow(each, above))));
  }

  private static String methodName(String owner, String name, String descriptor) {
    return owner.replace('/', '.') + "." + name + "(" + parameters(descriptor) + ")";
  }

  private void rewrite(ClassNode node) {
    for (MethodNode method : node.methods) {
      if (method.instructions.size() > 0 && method.instructions.size() <= LARGE) {
        new Method(node, method).rewrite();
      }
    }
    if ((node.access & Opcodes.ACC_INTERFACE) == 0 && !classes.containsKey(node.superName)) {
      makeObserved(node);
    }
  }

  /** The root of a hierarchy within the program has the field for what was seen of an object. */
  private static void makeObserved(ClassNode node) {
    String object = "Ljava/lang/Object;";
    node.interfaces.add(OBSERVED);
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_TRANSIENT | Opcodes.ACC_SYNTHETIC;
    node.fields.add(new FieldNode(access, "observation$", object, null, null));
    int ofMethods = Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNTHETIC;
    MethodNode getter = new MethodNode(ofMethods, "observation$", "()" + object, null, null);
    getter.instructions.add(new VarInsnNode(Opcodes.ALOAD, 0));
    getter.instructions.add(new FieldInsnNode(Opcodes.GETFIELD, node.name, "observation$", object));
    getter.instructions.add(new InsnNode(Opcodes.ARETURN));
    MethodNode setter = new MethodNode(ofMethods, "observation$", "(" + object + ")V", null, null);
    setter.instructions.add(new VarInsnNode(Opcodes.ALOAD, 0));
    setter.instructions.add(new VarInsnNode(Opcodes.ALOAD, 1));
    setter.instructions.add(new FieldInsnNode(Opcodes.PUTFIELD, node.name, "observation$", object));
    setter.instructions.add(new InsnNode(Opcodes.RETURN));
    node.methods.add(getter);
    node.methods.add(setter);
  }

  /** The class of the program that declares the field, or null. */
  private ClassNode declaring(String owner, String name) {
    for (ClassNode node = classes.get(owner); node != null; node = classes.get(node.superName)) {
      if (field(node, name) != null) {
        return node;
      }
      for (String each : node.interfaces) {
        ClassNode found = declaring(each, name);
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  private static FieldNode field(ClassNode node, String name) {
    return node.fields.stream().filter(each -> each.name.equals(name)).findFirst().orElse(null);
  }

  /** The first class above this one, or itself, that is not of the program. */
  private String libraryClass(String name) {
    while (classes.containsKey(name)) {
      name = classes.get(name).superName;
    }
    return name;
  }

  private static String parameters(String descriptor) {
    return Arrays.stream(Type.getArgumentTypes(descriptor)).map(Type::getClassName).collect(Collectors.joining(","));
  }

  private final class Method {
    private final ClassNode owner;
    private final MethodNode method;
    private final String name;
    private final boolean constructor;
    private int line;

    Method(ClassNode owner, MethodNode method) {
      this.owner = owner;
      this.method = method;
      constructor = method.name.equals("<init>");
      name = methodName(owner.name, method.name, method.desc);
    }

    private int place(String what, String subject, String flags) {
      int number = places.size();
      places.add(String.join("\t", Integer.toString(number), what, subject, flags, name, Integer.toString(line)));
      return number;
    }

    private InsnList hook(String hook, String descriptor, Object... constants) {
      InsnList list = new InsnList();
      for (Object each : constants) {
        list.add(new LdcInsnNode(each));
      }
      list.add(new MethodInsnNode(Opcodes.INVOKESTATIC, OBSERVER, hook, descriptor, false));
      return list;
    }

    private InsnList instructions(int... opcodes) {
      InsnList list = new InsnList();
      for (int each : opcodes) {
        list.add(new InsnNode(each));
      }
      return list;
    }

    private void before(AbstractInsnNode instruction, InsnList... lists) {
      for (InsnList each : lists) {
        method.instructions.insertBefore(instruction, each);
      }
    }

    private void after(AbstractInsnNode instruction, InsnList list) {
      method.instructions.insert(instruction, list);
    }

    private int fieldNumber(String key) {
      return fields.computeIfAbsent(key, unused -> fields.size());
    }

    void rewrite() {
      boolean constructed = !constructor;
      record Unfinished(String type, int line) {}
      ArrayDeque<Unfinished> unfinished = new ArrayDeque<>();
      for (AbstractInsnNode instruction : method.instructions.toArray()) {
        if (instruction instanceof LineNumberNode) {
          line = ((LineNumberNode) instruction).line;
        } else if (instruction.getOpcode() == Opcodes.NEW) {
          unfinished.push(new Unfinished(((TypeInsnNode) instruction).desc, line));
        } else if (instruction.getOpcode() == Opcodes.INVOKESPECIAL
            && ((MethodInsnNode) instruction).name.equals("<init>")) {
          if (unfinished.isEmpty()) {
            constructed = true;
          } else {
            // The place of an allocation is that of the instruction `new`.
            Unfinished made = unfinished.pop();
            int here = line;
            line = made.line;
            allocation(instruction, made.type);
            line = here;
          }
        } else if (instruction instanceof FieldInsnNode) {
          boolean ofThis = !constructed && instruction.getOpcode() == Opcodes.PUTFIELD;
          if (!ofThis) {
            field((FieldInsnNode) instruction);
          }
        } else if (instruction instanceof MethodInsnNode) {
          call((MethodInsnNode) instruction);
        } else {
          other(instruction);
        }
      }
      boolean bridge = (method.access & Opcodes.ACC_BRIDGE) != 0;
      if (!constructor && !bridge) {
        surround();
      }
    }

    private void allocation(AbstractInsnNode instruction, String type) {
      if (!WITHOUT_IDENTITY.contains(type)) {
        int place = place("allocation", type.replace('/', '.'), "");
        InsnList list = instructions(Opcodes.DUP);
        list.add(hook("allocated", "(Ljava/lang/Object;I)V", place));
        after(instruction, list);
      }
    }

    private void field(FieldInsnNode instruction) {
      ClassNode declaring = declaring(instruction.owner, instruction.name);
      if (declaring == null || instruction.name.contains("$")) {
        return; // of the library, or made by the compiler: this$0, $VALUES, $assertionsDisabled
      }
      int access = Rewriter.field(declaring, instruction.name).access;
      String flags = ((access & Opcodes.ACC_FINAL) != 0 ? "final " : "")
          + ((access & Opcodes.ACC_VOLATILE) != 0 ? "volatile " : "")
          + ((access & Opcodes.ACC_STATIC) != 0 ? "static " : "");
      String key = declaring.name.replace('/', '.') + "." + instruction.name;
      boolean write = instruction.getOpcode() == Opcodes.PUTFIELD || instruction.getOpcode() == Opcodes.PUTSTATIC;
      int place = place(write ? "write" : "read", key, flags.strip());
      boolean wide = Type.getType(instruction.desc).getSize() == 2;
      InsnList call = hook("access", "(Ljava/lang/Object;II)V", place, fieldNumber(key));
      switch (instruction.getOpcode()) {
        case Opcodes.GETFIELD -> {
          before(instruction, instructions(Opcodes.DUP), call);
          if (isReference(instruction.desc)) {
            before(instruction, instructions(Opcodes.DUP));
            loaded(instruction, place);
          }
        }
        case Opcodes.PUTFIELD -> before(instruction, wide
            ? instructions(Opcodes.DUP2_X1, Opcodes.POP2, Opcodes.DUP_X2)
            : instructions(Opcodes.DUP2, Opcodes.POP), call);
        default -> {
          before(instruction, hook("accessClassVariable", "(II)V", place, fieldNumber(key)));
          if (!write && isReference(instruction.desc)) {
            InsnList list = instructions(Opcodes.DUP);
            list.add(hook("loaded", "(Ljava/lang/Object;I)V", place));
            after(instruction, list);
          }
        }
      }
    }

    private boolean isReference(String descriptor) {
      return descriptor.startsWith("L") || descriptor.startsWith("[");
    }

    /** The object from which a reference is loaded is below it on the stack. */
    private void loaded(AbstractInsnNode instruction, int place) {
      InsnList list = instructions(Opcodes.DUP_X1);
      list.add(hook("loaded", "(Ljava/lang/Object;Ljava/lang/Object;I)V", place));
      after(instruction, list);
    }

    private void element(AbstractInsnNode instruction, boolean write, boolean wide) {
      int place = place(write ? "write" : "read", "[]", "");
      InsnList access = hook("access", "(Ljava/lang/Object;II)V", place, fieldNumber("[]"));
      if (!write) {
        before(instruction, instructions(Opcodes.DUP2, Opcodes.POP), access);
        if (instruction.getOpcode() == Opcodes.AALOAD) {
          before(instruction, instructions(Opcodes.SWAP, Opcodes.DUP_X1, Opcodes.SWAP));
          loaded(instruction, place);
        }
      } else if (wide) {
        before(instruction, instructions(Opcodes.DUP2_X2, Opcodes.POP2, Opcodes.DUP2_X2, Opcodes.POP), access);
      } else {
        before(instruction, instructions(Opcodes.DUP_X2, Opcodes.POP, Opcodes.DUP2_X1, Opcodes.POP), access);
      }
    }

    private void call(MethodInsnNode call) {
      String coordinator = libraryClass(call.owner);
      if (coordinator != null && COORDINATORS.matcher(coordinator).matches()) {
        before(call, hook("submitting", "()V"));
        after(call, hook("waited", "()V"));
      }
      if (call.getOpcode() == Opcodes.INVOKESTATIC) {
        return;
      }
      String library = libraryClass(call.owner);
      boolean lock = Set.of("java/util/concurrent/locks/Lock", "java/util/concurrent/locks/ReentrantLock",
          "java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock",
          "java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock").contains(library);
      boolean locks = Set.of("java/util/concurrent/locks/ReadWriteLock",
          "java/util/concurrent/locks/ReentrantReadWriteLock").contains(library);
      String signature = signature(call.name, call.desc);
      if (library == null) {
        return;
      }
      if (call.getOpcode() == Opcodes.INVOKESPECIAL) {
        if (lock) {
          superLock(call, signature);
        }
      } else if (lock && LOCKING.contains(signature)) {
        replace(call, "java/util/concurrent/locks/Lock", call.desc);
      } else if (locks && Set.of("readLock()", "writeLock()").contains(signature)) {
        String result = Type.getReturnType(call.desc).getInternalName();
        replace(call, "java/util/concurrent/locks/ReadWriteLock", "()Ljava/util/concurrent/locks/Lock;");
        if (!result.equals("java/util/concurrent/locks/Lock")) {
          InsnList cast = new InsnList();
          cast.add(new TypeInsnNode(Opcodes.CHECKCAST, result));
          after(call, cast);
        }
      } else if (library.equals("java/util/concurrent/locks/StampedLock") && Set.of("readLock()", "writeLock()",
          "unlockRead(J)", "unlockWrite(J)", "unlock(J)").contains(signature)) {
        replace(call, library, call.desc);
      } else if (library.equals("java/lang/Thread") && signature.equals("start()")) {
        before(call, instructions(Opcodes.DUP), hook("starting", "(Ljava/lang/Object;)V"));
      } else if (library.equals("java/lang/Thread") && Set.of("join()", "join(J)", "isAlive()").contains(signature)) {
        become(call, "(Ljava/lang/Thread;" + call.desc.substring(1));
      } else if (COLLECTIONS.contains(library)) {
        collection(call);
      }
    }

    private String signature(String called, String descriptor) {
      return called + descriptor.substring(0, descriptor.indexOf(')') + 1);
    }

    /**
     * A call such as super.lock(), which the observer cannot make for it. In an override of these methods it is part of
     * what the call of the override does, and that was observed.
     */
    private void superLock(MethodInsnNode call, String signature) {
      if (LOCKING.contains(signature(method.name, method.desc))) {
        return;
      }
      switch (signature) {
        case "lock()" -> before(call, instructions(Opcodes.DUP),
            hook("acquired", "(Ljava/lang/Object;I)V", place("lock", "", "")));
        case "lockInterruptibly()" -> {
          before(call, instructions(Opcodes.DUP));
          after(call, hook("acquired", "(Ljava/lang/Object;I)V", place("lock", "", "")));
        }
        case "tryLock()" -> {
          before(call, instructions(Opcodes.DUP));
          after(call, hook("tried", "(Ljava/lang/Object;ZI)Z", place("lock", "", "")));
        }
        case "unlock()" ->
            before(call, instructions(Opcodes.DUP), hook("released", "(Ljava/lang/Object;)V"));
        default -> { }
      }
    }

    /** Calls the observer, which makes the call. */
    private void replace(MethodInsnNode call, String receiver, String descriptor) {
      int end = descriptor.indexOf(')');
      before(call, numbered(place("lock", "", "")));
      become(call, "(L" + receiver + ";" + descriptor.substring(1, end) + "I" + descriptor.substring(end));
    }

    private InsnList numbered(int place) {
      InsnList list = new InsnList();
      list.add(new LdcInsnNode(place));
      return list;
    }

    private void become(MethodInsnNode call, String descriptor) {
      call.setOpcode(Opcodes.INVOKESTATIC);
      call.owner = OBSERVER;
      call.desc = descriptor;
      call.itf = false;
    }

    /** The receiver is below the arguments: these are kept in variables meanwhile, which no frame knows. */
    private void collection(MethodInsnNode call) {
      boolean write = CHANGES.contains(call.name);
      int place = place(write ? "write" : "read", "<contents>", call.name);
      Type[] arguments = Type.getArgumentTypes(call.desc);
      InsnList list = new InsnList();
      int[] variables = new int[arguments.length];
      int next = method.maxLocals;
      for (int index = arguments.length; --index >= 0;) {
        variables[index] = next;
        list.add(new VarInsnNode(arguments[index].getOpcode(Opcodes.ISTORE), next));
        next += arguments[index].getSize();
      }
      list.add(new InsnNode(Opcodes.DUP));
      list.add(hook("call", "(Ljava/lang/Object;II)V", place, fieldNumber("<contents>")));
      for (int index = 0; index < arguments.length; ++index) {
        list.add(new VarInsnNode(arguments[index].getOpcode(Opcodes.ILOAD), variables[index]));
      }
      before(call, list);
    }

    private void other(AbstractInsnNode instruction) {
      switch (instruction.getOpcode()) {
        case Opcodes.IALOAD, Opcodes.LALOAD, Opcodes.FALOAD, Opcodes.DALOAD, Opcodes.AALOAD, Opcodes.BALOAD,
            Opcodes.CALOAD, Opcodes.SALOAD -> element(instruction, false, false);
        case Opcodes.LASTORE, Opcodes.DASTORE -> element(instruction, true, true);
        case Opcodes.IASTORE, Opcodes.FASTORE, Opcodes.AASTORE, Opcodes.BASTORE, Opcodes.CASTORE, Opcodes.SASTORE ->
            element(instruction, true, false);
        case Opcodes.NEWARRAY, Opcodes.ANEWARRAY -> allocation(instruction, "[]");
        case Opcodes.MULTIANEWARRAY -> allocation(instruction, ((MultiANewArrayInsnNode) instruction).desc);
        case Opcodes.MONITORENTER -> before(instruction, instructions(Opcodes.DUP),
            hook("acquired", "(Ljava/lang/Object;I)V", place("lock", "", "")));
        case Opcodes.MONITOREXIT ->
            before(instruction, instructions(Opcodes.DUP), hook("released", "(Ljava/lang/Object;)V"));
        default -> { }
      }
    }

    /** Calls at the start of the method and at all its ends. */
    private void surround() {
      boolean locked = (method.access & Opcodes.ACC_SYNCHRONIZED) != 0;
      boolean ofClass = (method.access & Opcodes.ACC_STATIC) != 0;
      for (AbstractInsnNode instruction : method.instructions.toArray()) {
        if (instruction.getOpcode() >= Opcodes.IRETURN && instruction.getOpcode() <= Opcodes.RETURN) {
          before(instruction, end(locked));
        }
      }
      for (AbstractInsnNode each = method.instructions.getFirst(); each != null; each = each.getNext()) {
        if (each instanceof LineNumberNode) {
          line = ((LineNumberNode) each).line;
          break;
        }
      }
      InsnList start = hook("enter", "(I)V", place("method", "", ""));
      if (locked) {
        start.add(ofClass ? new LdcInsnNode(Type.getObjectType(owner.name)) : new VarInsnNode(Opcodes.ALOAD, 0));
        start.add(hook("acquiredByMethod", "(Ljava/lang/Object;I)V", place("lock", "", "")));
      }
      LabelNode from = new LabelNode();
      LabelNode to = new LabelNode();
      start.add(from);
      method.instructions.insert(start);
      method.instructions.add(to);
      method.instructions.add(new FrameNode(Opcodes.F_NEW, 0, new Object[0], 1, new Object[] {"java/lang/Throwable"}));
      method.instructions.add(end(locked));
      method.instructions.add(new InsnNode(Opcodes.ATHROW));
      method.tryCatchBlocks.add(new TryCatchBlockNode(from, to, to, null));
    }

    private InsnList end(boolean locked) {
      InsnList list = new InsnList();
      if (locked) {
        list.add(hook("releasedByMethod", "()V"));
      }
      list.add(hook("exit", "()V"));
      return list;
    }
  }
}
