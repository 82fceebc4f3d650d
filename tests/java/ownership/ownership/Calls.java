package ownership;

import static ownership.Use.use;

class Calls {
  static Node global;
  Node held;

  static void publish(Node node) {
    global = node;
  }

  static void passOn(Node node) {
    publish(node);
  }

  static Node same(Node node) {
    return node;
  }

  static Node cached() {
    if (global == null) global = new Node();
    return global;
  }

  static Node leaky() {
    Node node = new Node();
    global = node;
    return node;
  }

  static void link(Node first, Node second) {
    first.next = second;
  }

  static Node chain(int n) {
    Node node = new Node();
    if (n > 0) node.next = chain(n - 1);
    return node;
  }

  static Node spread(int n, Node node) {
    if (n == 0) publish(node);
    return n == 0 ? node : spread(n - 1, node);
  }

  void publishing() {
    Node node = new Node();
    use(node); // owned
    passOn(node);
    use(node); // shared
  }

  void factories(Node given) {
    Node made = Node.make();
    use(made); // owned
    use(made.children); // owned
    Node holding = Node.make(given);
    use(holding); // owned
    use(holding.value); // if 1
    global = holding;
    use(given); // shared
    use(made); // owned
  }

  void noFactories() {
    use(cached()); // shared
    use(leaky()); // shared
  }

  void theSame() {
    Node node = new Node();
    Node other = same(node);
    use(other); // owned
    publish(other);
    use(node); // shared
  }

  void linking(Node given) {
    Node first = new Node(), second = new Node();
    link(first, second);
    use(second); // owned
    link(given, first);
    use(first); // if 1
    use(second); // if 1
    publish(given);
    use(second); // shared
  }

  void recursion() {
    Node node = chain(3);
    use(node); // owned
    use(node.next); // owned
    Node lost = new Node();
    spread(3, lost);
    use(lost); // shared
  }

  void methodsOfOwned() {
    Node parent = new Node();
    Node child = new Node();
    parent.add(child);
    use(child); // owned
    use(parent.child(0)); // owned
    publish(parent);
    use(child); // shared
  }

  // ---- top-down ----

  private void setUp(Node node) {
    use(node); // if 1, owned by all callers
    use(node.children); // if 1, owned by all callers
    node.size = 3;
  }

  private void setUpAny(Node node) {
    use(node); // if 1
  }

  private void setUpDeeper(Node node) {
    setUp(node);
  }

  void callers() {
    setUp(new Node());
    setUpDeeper(Node.make());
    setUpAny(new Node());
    setUpAny(global);
  }

  public void anyoneMayCall(Node node) {
    use(node); // if 1
  }

  // Both are one object in a caller: publishing the one publishes the other.
  private void twice(Node one, Node other) {
    publish(one);
    use(other); // if 2
  }

  private void apart(Node one, Node other) {
    publish(one);
    use(other); // if 2, owned by all callers
  }

  void aliases() {
    Node node = new Node();
    twice(node, node);
    apart(new Node(), new Node());
  }

  private void inner(Node node) {
    use(node.next); // if 1
    use(node.children); // if 1, owned by all callers
  }

  void partly() {
    Node node = new Node();
    node.next = global;
    inner(node);
  }
}
