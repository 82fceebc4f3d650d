package ownership;

import static ownership.Use.use;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Logger;

class Library {
  static List<Node> shared = new ArrayList<>();
  static Node global;
  static final Logger LOG = Logger.getLogger("library");
  ExecutorService pool;

  void collections() {
    List<Node> list = new ArrayList<>();
    Node node = new Node();
    list.add(node);
    use(node); // owned
    use(list.get(0)); // owned
    for (Node each : list) use(each); // shared
    shared.addAll(list);
    use(node); // shared
    use(list); // owned
  }

  void sharedCollections() {
    Node node = new Node();
    shared.add(node);
    use(node); // shared
    use(shared.get(0)); // shared
    List<Node> copy = new ArrayList<>(shared);
    use(copy); // owned
    use(copy.get(0)); // shared
  }

  void maps(String key) {
    Map<String, List<Node>> map = new HashMap<>();
    map.computeIfAbsent(key, k -> new ArrayList<>()).add(new Node());
    use(map.get(key)); // owned
    use(map.get(key).get(0)); // owned
    Iterator<List<Node>> all = map.values().iterator();
    use(all.next()); // shared
    Map<String, List<Node>> mixed = new HashMap<>(map);
    mixed.put(key, shared);
    use(mixed); // owned
    use(mixed.get(key)); // shared
  }

  void texts(StringBuilder given) {
    StringBuilder text = new StringBuilder();
    text.append("a").append(1);
    use(text); // owned
    given.append(text);
    use(text); // if 1
  }

  void streams() {
    List<Node> list = new ArrayList<>();
    list.add(new Node());
    List<Integer> sizes = new ArrayList<>();
    list.stream().filter(n -> n.size > 0).forEach(n -> sizes.add(n.size));
    use(list.get(0)); // owned
    use(sizes); // owned
    list.parallelStream().forEach(n -> sizes.add(n.size));
    use(sizes); // shared
  }

  void utilities(Node[] nodes) {
    Node node = Objects.requireNonNull(new Node());
    use(node); // owned
    List<Node> view = Arrays.asList(nodes);
    use(view.get(0)); // shared
    LOG.log(java.util.logging.Level.INFO, "{0}", node);
    use(node); // owned
    node.hashCode();
    use(node); // owned
    AtomicReference<Node> reference = new AtomicReference<>(node);
    use(reference.get()); // owned
    use(Runtime.getRuntime()); // shared
  }

  // ---- threads ----

  static class Worker extends Thread {
    final Node job;

    Worker(Node job) {
      this.job = job;
      setDaemon(true);
    }

    @Override
    public void run() {
      use(job); // if 0
      use(this); // if 0
    }
  }

  void threads() {
    Node job = new Node();
    Worker worker = new Worker(job);
    use(worker); // owned
    use(job); // owned
    worker.start();
    use(worker); // shared
    use(job); // shared
  }

  void tasks() {
    Node job = new Node();
    Runnable task = () -> job.size++;
    use(job); // owned
    use(task); // owned
    pool.execute(task);
    use(task); // shared
    use(job); // shared
  }

  void unstarted() {
    Node job = new Node();
    Thread thread = new Thread(() -> use(job)); // if 0
    use(thread); // owned
    use(job); // owned
    thread.start();
    use(job); // shared
  }

  void reflected(java.lang.reflect.Method method) throws ReflectiveOperationException {
    Node node = new Node();
    method.invoke(null, node);
    use(node); // shared
  }

  // ---- functions ----

  void runHere(List<String> names) {
    Node node = new Node();
    names.forEach(name -> {
      use(node); // if 0, owned by all callers
      node.size += name.length();
    });
    use(node); // owned
    names.forEach(name -> global = node);
    use(node); // shared
  }

  void elements() {
    List<Node> list = new ArrayList<>();
    list.add(new Node());
    list.forEach(n -> use(n)); // if 0, owned by all callers
    list.sort((a, b) -> a.size - b.size);
    use(list.get(0)); // shared
    List<Node> other = new ArrayList<>();
    list.forEach(other::add);
    use(other.get(0)); // shared
    shared = other;
    use(list.get(0)); // shared
    use(list); // owned
  }

  void unknownFunction(java.util.function.Consumer<Node> function) {
    Node node = new Node();
    function.accept(node);
    use(node); // shared
  }

  interface Visitor {
    void visit(Node node);
  }

  static native void outside(Node node);

  void nativeCode() {
    Node node = new Node();
    outside(node);
    use(node); // shared
  }

  void openInterface(Visitor visitor) {
    Node node = new Node();
    visitor.visit(node);
    use(node); // owned
  }

  static class Counting implements Visitor {
    int count;

    @Override
    public void visit(Node node) {
      count += node.size;
    }
  }
}
