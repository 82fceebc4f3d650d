package ownership;

import static ownership.Use.use;

class Locals {
  static Node global;
  Node field;

  void created() {
    Node node = new Node();
    use(node); // owned
    node.size = 1;
    use(node); // owned
    node.next = new Node();
    use(node.next); // owned
  }

  void publishedInStatic() {
    Node node = new Node();
    use(node); // owned
    global = node;
    use(node); // shared
  }

  void publishedInField() {
    Node node = new Node();
    field = node;
    use(node); // if 0
    use(this); // if 0
  }

  void publishedInSharedObject() {
    Node node = new Node();
    global.next = node;
    use(node); // shared
  }

  void whatAnObjectHoldsIsPublishedWithIt() {
    Node inner = new Node();
    Node outer = new Node();
    outer.next = inner;
    use(inner); // owned
    global = outer;
    use(inner); // shared
    use(outer.next); // shared
  }

  void whatIsStoredLaterIsNotPublishedBefore() {
    Node outer = new Node();
    global = outer;
    Node inner = new Node();
    inner.size = 1;
    use(inner); // owned
    outer.next = inner;
    use(inner); // shared
  }

  void publishedOnOnePath(boolean publish) {
    Node node = new Node();
    if (publish) {
      global = node;
      use(node); // shared
    } else {
      use(node); // owned
    }
    use(node); // shared
  }

  void chosen(boolean first) {
    Node node = first ? new Node() : new Node();
    use(node); // owned
    Node perhaps = first ? node : global;
    use(perhaps); // shared
    use(node); // owned
  }

  void everyRoundHasItsOwn(int n) {
    for (int i = 0; i < n; i++) {
      Node node = new Node();
      use(node); // owned
      global = node;
      use(node); // shared
    }
  }

  void theOneOfTheLastRound(int n) {
    Node last = null;
    for (int i = 0; i < n; i++) {
      global = last;
      Node node = new Node();
      use(node); // owned
      last = node;
    }
    use(last); // shared
  }

  void fromElsewhere() {
    use(global); // shared
    use(field); // if 0
    Node same = field;
    same.size = 1;
    use(same.next); // if 0
    global = same;
    use(same); // shared
    use(this); // if 0
  }

  void thrown(boolean wrong) {
    IllegalStateException problem = new IllegalStateException();
    use(problem); // owned
    if (wrong) throw problem;
    use(problem); // owned
  }

  void publishedBeforeItThrows() {
    Node node = new Node();
    try {
      Calls.publish(node);
      node.size = 2;
    } catch (RuntimeException e) {
      use(node); // shared
    }
  }

  void arrays() {
    Node[] nodes = new Node[2];
    nodes[0] = new Node();
    use(nodes[1]); // owned
    int[][] table = new int[2][2];
    use(table[0]); // owned
    global = nodes[0];
    use(nodes[0]); // shared
    use(nodes); // owned
  }

  void sharedInOwned() {
    Node node = new Node();
    node.next = global;
    node.value = new Node();
    use(node); // owned
    use(node.next); // shared
    use(node.value); // owned
  }

  void filledThenPublished(int count) {
    Node held = new Node();
    Node[] nodes = new Node[count];
    for (int i = 0; i < count; i++) {
      nodes[i] = new Node();
      nodes[i].next = held;
    }
    use(held); // owned
    for (int i = 0; i < count; i++) {
      global = nodes[i];
    }
    use(held); // shared
  }

  void filledByOthers() {
    Node node = new Node();
    use(node.next); // owned
    global = node;
    use(node.next); // shared
    use(node.next.next); // shared
  }

  void cloned(Node[] given) {
    Node[] copy = given.clone();
    use(copy); // owned
    use(copy[0]); // if 1
  }

  void strings(String text) {
    Node node = new Node();
    node.value = text + 1;
    use(node.value); // owned
  }
}
