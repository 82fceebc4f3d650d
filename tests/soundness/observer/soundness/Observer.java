package soundness;

import java.io.PrintWriter;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/**
 * Records what the threads of a running program do with its objects and locks: rewritten classes (see Rewriter) call
 * the public methods. Places in the code are numbers that the rewriter has given, and the facts are written when the
 * JVM ends.
 *
 * <p>A thread that works is an <i>activation</i>: the time from a call of a method of the program by something that is
 * not of the program (the JVM, an executor) to its return. The method is its entry. So two tasks that one thread of a
 * pool runs are two activations.
 *
 * <p>Two accesses are a pair if different threads make them and nothing that can be seen orders them:
 * <ul>
 * <li>Both happen while both activations are alive. An activation begins to live with Thread.start() if the program
 *     calls that, and otherwise with the last call of an executor or the like (the rewriter's list) that any thread has
 *     made before. It ends when its entry has returned and somebody may know that: by Thread.join or isAlive of that
 *     thread, or when a call of an executor, future, latch or the like has returned in any thread. A logical time
 *     counts these moments.
 * <li>The object had left its first owner: what its first activation does with it until another thread uses it, is not
 *     recorded, because it may not be published before.
 * </ul>
 */
public final class Observer {
  private static final int MOST_RECORDS = 48; // of activations that have accessed one field of one object
  private static final int MOST_LOCKSETS = 24; // at one place by one entry
  private static final int UNKNOWN = -1; // where something was allocated
  private static final int WHOLE = -1; // an object with all its fields

  private static final AtomicLong time = new AtomicLong();
  private static final ThreadLocal<ThreadState> states = ThreadLocal.withInitial(ThreadState::new);
  private static final AtomicLong dropped = new AtomicLong();
  private static volatile long lastSubmission;
  private static final Queue<Activation> returned = new ConcurrentLinkedQueue<>(); // and not known to have ended

  private static final Set<Pair> pairs = ConcurrentHashMap.newKeySet();
  private static final Set<Reference> references = ConcurrentHashMap.newKeySet();
  private static final Set<Use> uses = ConcurrentHashMap.newKeySet();
  private static final Set<Order> orders = ConcurrentHashMap.newKeySet();
  private static final Map<Long, Set<List<LockName>>> locksets = new ConcurrentHashMap<>();
  private static final Map<Integer, AtomicLong> entries = new ConcurrentHashMap<>();
  private static final Set<Integer> methods = ConcurrentHashMap.newKeySet();

  private static final Map<Identity, Observation> others = new ConcurrentHashMap<>(); // of what is not Observed
  private static final Map<Identity, Started> threads = new ConcurrentHashMap<>();
  private static final Map<Identity, View> views = new ConcurrentHashMap<>();
  private static final ReferenceQueue<Object> unreachable = new ReferenceQueue<>();
  private static final Map<Integer, Observation> classVariables = new ConcurrentHashMap<>();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(Observer::write));
  }

  private record Pair(int site, int entry, int otherSite, int otherEntry, String type, int allocation) {}

  /** A reference in a field of an object (of a class variable: no object) or in an element of an array. */
  private record Reference(String type, int allocation, int site, String valueType, int valueAllocation) {}

  private record Use(String type, int allocation, int entry, int otherEntry) {}

  /** A lock: its class (of a class object: the class), where it was allocated, and whether only for reading. */
  private record LockName(String type, int allocation, boolean reading) {}

  private record Order(LockName outer, int outerSite, LockName inner, int innerSite, int entry) {}

  // ---- threads ----------------------------------------------------------------------------------------------------
  private static final class Activation {
    final ThreadState thread;
    final int entry;
    final long began;
    volatile boolean ended;

    Activation(ThreadState thread, int entry, long began) {
      this.thread = thread;
      this.entry = entry;
      this.began = began;
    }
  }

  private static final class Held {
    final Object lock;
    final int site;
    final boolean reading;
    final boolean byMethod;

    Held(Object lock, int site, boolean reading, boolean byMethod) {
      this.lock = lock;
      this.site = site;
      this.reading = reading;
      this.byMethod = byMethod;
    }
  }

  private static final class ThreadState {
    final Started started = threads.get(new Identity(Thread.currentThread(), null));
    int depth;
    int lastMethod = -1;
    Activation activation;
    final ArrayList<Held> held = new ArrayList<>();
    List<LockName> lockset = List.of(); // null: to be computed

    List<LockName> lockset() {
      if (lockset == null) {
        TreeSet<LockName> names = new TreeSet<>((a, b) -> a.toString().compareTo(b.toString()));
        for (Held each : held) {
          names.add(nameOf(each));
        }
        lockset = List.copyOf(names);
      }
      return lockset;
    }
  }

  /** A thread on which the program has called start(). */
  private static final class Started {
    final long when = time.incrementAndGet();
    final ArrayList<Activation> activations = new ArrayList<>();
    boolean seenToEnd;

    synchronized void add(Activation activation) {
      activations.add(activation);
      activation.ended = seenToEnd;
    }

    synchronized void seenToEnd() {
      seenToEnd = true;
      activations.forEach(each -> each.ended = true);
    }
  }

  public static void enter(int method) {
    ThreadState state = states.get();
    if (state.lastMethod != method) {
      state.lastMethod = method;
      methods.add(method);
    }
    if (state.depth++ == 0) {
      long began = state.started != null ? state.started.when : lastSubmission;
      state.activation = new Activation(state, method, began);
      if (state.started != null) {
        state.started.add(state.activation);
      }
      entries.computeIfAbsent(method, key -> new AtomicLong()).incrementAndGet();
    }
  }

  public static void exit() {
    ThreadState state = states.get();
    if (--state.depth == 0) {
      returned.add(state.activation);
      state.activation = null;
    }
  }

  /** Before a call that may hand a task to another thread. */
  public static void submitting() {
    lastSubmission = time.incrementAndGet();
  }

  /** After a call that may have waited for other threads. */
  public static void waited() {
    for (Activation each; (each = returned.poll()) != null;) {
      each.ended = true;
    }
    time.incrementAndGet();
  }

  public static void starting(Object thread) {
    if (thread instanceof Thread) {
      threads.putIfAbsent(new Identity(thread, null), new Started());
    }
  }

  public static void join(Thread thread) throws InterruptedException {
    thread.join();
    seen(thread);
  }

  public static void join(Thread thread, long milliseconds) throws InterruptedException {
    thread.join(milliseconds);
    seen(thread);
  }

  public static boolean isAlive(Thread thread) {
    boolean alive = thread.isAlive();
    seen(thread);
    return alive;
  }

  private static void seen(Thread thread) {
    if (thread.isAlive()) {
      return;
    }
    Started started = threads.get(new Identity(thread, null));
    if (started != null) {
      started.seenToEnd();
    } else {
      waited(); // a builder has started it
    }
  }

  // ---- objects ----------------------------------------------------------------------------------------------------
  private static final class Identity extends WeakReference<Object> {
    final int hash;

    Identity(Object object, ReferenceQueue<Object> queue) {
      super(object, queue);
      hash = System.identityHashCode(object);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      return this == other || (other instanceof Identity && get() != null && ((Identity) other).get() == get());
    }
  }

  private static Identity key(Object object) {
    for (Object gone; (gone = unreachable.poll()) != null;) {
      others.remove(gone);
    }
    return new Identity(object, unreachable);
  }

  /** What was seen of an object. */
  private static final class Observation {
    final Observed object; // null: it is in a table
    int allocation = UNKNOWN;
    Activation owner; // the first that used it; while no other has, there are no fields
    boolean left; // whether another has used it
    int[] fields = {};
    Accesses[] accesses = {};

    Observation(Observed object) {
      this.object = object;
    }

    synchronized Accesses of(int field) {
      for (int index = 0; index < fields.length; ++index) {
        if (fields[index] == field) {
          return accesses[index];
        }
      }
      fields = Arrays.copyOf(fields, fields.length + 1);
      accesses = Arrays.copyOf(accesses, fields.length);
      fields[fields.length - 1] = field;
      return accesses[fields.length - 1] = new Accesses();
    }
  }

  /** The accesses to one field of an object that has left its owner, by activations that are alive. */
  private static final class Accesses {
    private final ArrayList<Record> records = new ArrayList<>();
    private Activation lastActivation;
    private int lastSite;
    private long lastTime;

    private static final class Record {
      final Activation activation;
      int[] sites = {};
      long[] times = {};

      Record(Activation activation) {
        this.activation = activation;
      }

      void add(int site, long when) {
        int index = 0;
        while (index < sites.length && sites[index] != site) {
          ++index;
        }
        if (index == sites.length) {
          sites = Arrays.copyOf(sites, index + 1);
          times = Arrays.copyOf(times, index + 1);
          sites[index] = site;
        }
        times[index] = when;
      }
    }

    synchronized void add(Activation activation, int site, String type, int allocation, boolean ofField) {
      long now = time.get();
      if (activation == lastActivation && site == lastSite && now == lastTime) {
        return;
      }
      lastActivation = activation;
      lastSite = site;
      lastTime = now;
      Record own = null;
      records.removeIf(each -> each.activation.ended);
      for (Record each : records) {
        if (each.activation == activation) {
          own = each;
        } else if (each.activation.thread != activation.thread) {
          for (int index = 0; index < each.sites.length; ++index) {
            if (each.times[index] >= activation.began) {
              int entry = each.activation.entry;
              uses.add(new Use(type, allocation, Math.min(entry, activation.entry), Math.max(entry, activation.entry)));
              if (ofField) {
                pair(each.sites[index], entry, site, activation.entry, type, allocation);
              }
            }
          }
        }
      }
      if (own == null) {
        own = new Record(activation);
        records.add(own);
        if (records.size() > MOST_RECORDS) {
          records.remove(0);
          dropped.incrementAndGet();
        }
      }
      own.add(site, now);
    }

    private static void pair(int site, int entry, int otherSite, int otherEntry, String type, int allocation) {
      boolean inOrder = site < otherSite || (site == otherSite && entry <= otherEntry);
      pairs.add(inOrder ? new Pair(site, entry, otherSite, otherEntry, type, allocation)
          : new Pair(otherSite, otherEntry, site, entry, type, allocation));
    }
  }

  private static final Object[] creating = new Object[64];

  static {
    Arrays.setAll(creating, index -> new Object());
  }

  /** A clone has a copy of the reference to the observation of another object. */
  private static Observation ownObservation(Observed object) {
    Observation found = (Observation) object.observation$();
    return found != null && found.object == object ? found : null;
  }

  private static Observation observationOf(Object object) {
    if (object instanceof Observed) {
      Observed observed = (Observed) object;
      Observation found = ownObservation(observed);
      if (found == null) {
        synchronized (creating[System.identityHashCode(object) & 63]) {
          found = ownObservation(observed);
          if (found == null) {
            observed.observation$(found = new Observation(observed));
          }
        }
      }
      return found;
    }
    Observation found = others.get(new Identity(object, null));
    return found != null ? found : others.computeIfAbsent(key(object), unused -> new Observation(null));
  }

  private static String typeOf(Object object) {
    return object instanceof Class ? "class " + ((Class<?>) object).getTypeName() : object.getClass().getTypeName();
  }

  private static int allocationOf(Object object) {
    Observation found = object instanceof Observed ? ownObservation((Observed) object)
        : others.get(new Identity(object, null));
    return found == null ? UNKNOWN : found.allocation;
  }

  public static void allocated(Object object, int site) {
    observationOf(object).allocation = site;
  }

  /** An access to a field of an object, to the elements of an array, or to the contents of a collection. */
  public static void access(Object object, int site, int field) {
    if (object != null) {
      access(observationOf(object), typeOf(object), site, field);
    }
  }

  public static void loaded(Object object, Object value, int site) {
    int allocation = value != null && looksAt(site) ? allocationOf(object) : UNKNOWN;
    if (allocation != UNKNOWN) {
      reference(typeOf(object), allocation, value, site);
    }
  }

  public static void loaded(Object value, int site) {
    if (value != null && looksAt(site)) {
      reference("class", UNKNOWN, value, site);
    }
  }

  private static void reference(String type, int allocation, Object value, int site) {
    int valueAllocation = allocationOf(value);
    if (valueAllocation != UNKNOWN) {
      references.add(new Reference(type, allocation, site, typeOf(value), valueAllocation));
    }
  }

  /** What is loaded often at a place is mostly the same: of more than some thousand times it looks at a few. */
  private static boolean looksAt(int site) {
    int index = site & (loads.length - 1);
    int times = ++loads[index]; // threads may count too little
    return times < 4096 || (times & 255) == 0;
  }

  private static final int[] loads = new int[1 << 14];

  public static void accessClassVariable(int site, int field) {
    access(classVariables.computeIfAbsent(field, unused -> new Observation(null)), "class", site, field);
  }

  /** A call of a collection's method: only the collections that do not synchronize are of interest. */
  public static void call(Object object, int site, int field) {
    if (object != null && PLAIN.contains(object.getClass().getName())) {
      access(object, site, field);
    }
  }

  private static final Set<String> PLAIN = Set.of("java.util.ArrayList", "java.util.LinkedList", "java.util.HashMap",
      "java.util.LinkedHashMap", "java.util.TreeMap", "java.util.HashSet", "java.util.LinkedHashSet",
      "java.util.TreeSet", "java.util.ArrayDeque", "java.util.PriorityQueue", "java.util.IdentityHashMap",
      "java.util.WeakHashMap", "java.util.BitSet", "java.util.EnumMap");

  private static void access(Observation observation, String type, int site, int field) {
    ThreadState state = states.get();
    Activation activation = state.activation;
    if (activation == null) {
      return; // a constructor that something outside of the program calls
    }
    if (!observation.left) {
      synchronized (observation) {
        if (observation.owner == null) {
          observation.owner = activation;
        }
        if (observation.owner.thread == activation.thread) {
          return;
        }
        observation.left = true;
      }
    }
    observation.of(field).add(activation, site, type, observation.allocation, true);
    observation.of(WHOLE).add(activation, WHOLE, type, observation.allocation, false);
    Set<List<LockName>> sets = locksets.computeIfAbsent((long) site << 32 | activation.entry,
        unused -> ConcurrentHashMap.newKeySet());
    if (sets.size() < MOST_LOCKSETS) {
      sets.add(state.lockset());
    }
  }

  // ---- locks ------------------------------------------------------------------------------------------------------
  /** The read lock or write lock of a ReadWriteLock. */
  private static final class View {
    final Object lock;
    final boolean reading;

    View(Object lock, boolean reading) {
      this.lock = lock;
      this.reading = reading;
    }
  }

  private static LockName nameOf(Held held) {
    return new LockName(typeOf(held.lock), allocationOf(held.lock), held.reading);
  }

  public static void acquired(Object lock, int site) {
    acquired(lock, site, false, false);
  }

  public static void acquiredByMethod(Object lock, int site) {
    acquired(lock, site, false, true);
  }

  /** Called before the lock is acquired where that is possible: the order of a deadlock is seen as well. */
  private static void acquired(Object lock, int site, boolean reading, boolean byMethod) {
    if (lock == null) {
      return; // there will be an exception
    }
    View view = lock instanceof Lock ? views.get(new Identity(lock, null)) : null;
    Object whole = view != null ? view.lock : lock;
    boolean forReading = reading || (view != null && view.reading);
    ThreadState state = states.get();
    Held taken = new Held(whole, site, forReading, byMethod);
    boolean again = state.held.stream().anyMatch(each -> each.lock == whole);
    if (!again && state.activation != null) {
      for (Held each : state.held) {
        orders.add(new Order(nameOf(each), each.site, nameOf(taken), site, state.activation.entry));
      }
    }
    state.held.add(taken);
    state.lockset = null;
  }

  public static void releasedByMethod() {
    release(states.get(), true, null);
  }

  public static void released(Object lock) {
    View view = lock instanceof Lock ? views.get(new Identity(lock, null)) : null;
    release(states.get(), false, view != null ? view.lock : lock);
  }

  private static void release(ThreadState state, boolean byMethod, Object lock) {
    for (int index = state.held.size(); --index >= 0;) {
      Held each = state.held.get(index);
      if (byMethod ? each.byMethod : !each.byMethod && each.lock == lock) {
        state.held.remove(index);
        state.lockset = null;
        return;
      }
    }
  }

  public static void lock(Lock lock, int site) {
    acquired(lock, site);
    lock.lock();
  }

  public static void lockInterruptibly(Lock lock, int site) throws InterruptedException {
    acquired(lock, site);
    try {
      lock.lockInterruptibly();
    } catch (InterruptedException interrupt) {
      released(lock);
      throw interrupt;
    }
  }

  public static boolean tryLock(Lock lock, int site) {
    return tried(lock, lock.tryLock(), site);
  }

  public static boolean tryLock(Lock lock, long duration, TimeUnit unit, int site) throws InterruptedException {
    return tried(lock, lock.tryLock(duration, unit), site);
  }

  public static boolean tried(Object lock, boolean success, int site) {
    if (success) {
      acquired(lock, site);
    }
    return success;
  }

  public static void unlock(Lock lock, int site) {
    released(lock);
    lock.unlock();
  }

  public static Lock readLock(ReadWriteLock lock, int site) {
    Lock view = lock.readLock();
    views.putIfAbsent(new Identity(view, null), new View(lock, true));
    return view;
  }

  public static Lock writeLock(ReadWriteLock lock, int site) {
    Lock view = lock.writeLock();
    views.putIfAbsent(new Identity(view, null), new View(lock, false));
    return view;
  }

  public static long readLock(StampedLock lock, int site) {
    acquired(lock, site, true, false);
    return lock.readLock();
  }

  public static long writeLock(StampedLock lock, int site) {
    acquired(lock, site);
    return lock.writeLock();
  }

  public static void unlockRead(StampedLock lock, long stamp, int site) {
    released(lock);
    lock.unlockRead(stamp);
  }

  public static void unlockWrite(StampedLock lock, long stamp, int site) {
    released(lock);
    lock.unlockWrite(stamp);
  }

  public static void unlock(StampedLock lock, long stamp, int site) {
    released(lock);
    lock.unlock(stamp);
  }

  // ---- the facts --------------------------------------------------------------------------------------------------
  private static String quoted(LockName lock) {
    return "[\"" + lock.type + "\"," + lock.allocation + "," + lock.reading + "]";
  }

  private static void list(PrintWriter out, String name, Iterable<String> lines) {
    TreeSet<String> sorted = new TreeSet<>();
    lines.forEach(sorted::add);
    out.print("\"" + name + "\": [\n" + String.join(",\n", sorted) + "\n],\n");
  }

  private static void write() {
    try (PrintWriter out = new PrintWriter(System.getProperty("soundness.output"), "UTF-8")) {
      out.print("{");
      list(out, "pairs", () -> pairs.stream().map(each -> "[" + each.site + "," + each.entry + "," + each.otherSite
          + "," + each.otherEntry + ",\"" + each.type + "\"," + each.allocation + "]").iterator());
      list(out, "references", () -> references.stream().map(each -> "[\"" + each.type + "\"," + each.allocation + ","
          + each.site + ",\"" + each.valueType + "\"," + each.valueAllocation + "]").iterator());
      list(out, "uses", () -> uses.stream().map(each -> "[\"" + each.type + "\"," + each.allocation + "," + each.entry
          + "," + each.otherEntry + "]").iterator());
      list(out, "orders", () -> orders.stream().map(each -> "[" + quoted(each.outer) + "," + each.outerSite + ","
          + quoted(each.inner) + "," + each.innerSite + "," + each.entry + "]").iterator());
      list(out, "locksets", () -> locksets.entrySet().stream().flatMap(each -> each.getValue().stream().map(set -> "["
          + (each.getKey() >> 32) + "," + each.getKey().intValue() + ",["
          + String.join(",", set.stream().map(Observer::quoted).toList()) + "]]")).iterator());
      list(out, "entries", () -> entries.entrySet().stream().map(each -> "[" + each.getKey() + "," + each.getValue()
          + "]").iterator());
      list(out, "methods", () -> methods.stream().map(String::valueOf).iterator());
      out.print("\"dropped\": " + dropped + "}\n");
    } catch (java.io.IOException problem) {
      System.err.println("soundness: " + problem);
    }
  }
}
