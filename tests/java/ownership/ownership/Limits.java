package ownership;

import static ownership.Use.use;

/** What has limits, and what several callees of one call do. */
class Limits {
  static Node global;
  Limits first, second, third;

  // ---- two callees of one call, both of which return a fresh object ----

  private abstract static class Shelf {
    abstract Node take(Node from);
  }

  private static final class Keeping extends Shelf {
    @Override
    Node take(Node from) {
      Node node = new Node();
      from.next = node;
      return node;
    }
  }

  private static final class Plain extends Shelf {
    @Override
    Node take(Node from) {
      return new Node();
    }
  }

  void taking(boolean keep, Node given) {
    Shelf shelf = keep ? new Keeping() : new Plain();
    Node own = new Node();
    use(shelf.take(own)); // owned
    use(shelf.take(given)); // if 2
    use(shelf.take(global)); // shared
  }

  void takingInLoop(boolean keep) {
    Shelf shelf = keep ? new Keeping() : new Plain();
    Node last = new Node();
    for (int n = 0; n < 3; n++) {
      Node next = shelf.take(last);
      use(next); // owned
      use(last); // owned
      last = next;
    }
    global = last;
    use(last); // shared
  }

  // ---- a recursive method that stores more each time its calls are looked at ----

  private static void rotate(int n, Node a, Node b, Node c, Node apart) {
    if (n == 0) {
      a.next = b;
    } else {
      rotate(n - 1, b, c, a, apart);
    }
    use(apart); // if 4, owned by all callers
  }

  private static Node returned(int n, Node a, Node b, Node c, Node d, Node e) {
    return n == 0 ? a : returned(n - 1, b, c, d, e, a);
  }

  void rotating() {
    Node a = new Node(), b = new Node(), c = new Node(), apart = new Node();
    rotate(9, a, b, c, apart);
    use(a); // shared
    use(b); // shared
    use(c); // shared
    use(c.next); // shared
    use(apart); // owned
  }

  void returning() {
    Node c = new Node(), e = new Node();
    Node node = returned(9, new Node(), new Node(), c, new Node(), e);
    use(node); // shared
    use(c); // shared
    use(e); // shared
  }

  // Each round creates something that a later one returns.
  private static Node grown(int n, Node a, Node b, Node c) {
    Node made = new Node();
    made.next = a;
    return n == 0 ? b : grown(n - 1, c, a, made);
  }

  void growing() {
    Node b = new Node();
    Node node = grown(9, new Node(), b, new Node());
    global = node;
    use(b); // shared
    use(node.next); // shared
  }

  // ---- more stores than are kept apart: three times 144 ----

  void many(int n) {
    Limits any;
    switch (n) {
      case 0: any = new Limits(); break;
      case 1: any = new Limits(); break;
      case 2: any = new Limits(); break;
      case 3: any = new Limits(); break;
      case 4: any = new Limits(); break;
      case 5: any = new Limits(); break;
      case 6: any = new Limits(); break;
      case 7: any = new Limits(); break;
      case 8: any = new Limits(); break;
      case 9: any = new Limits(); break;
      case 10: any = new Limits(); break;
      default: any = new Limits(); break;
    }
    Limits apart = new Limits();
    use(any); // shared
    any.first = any;
    any.second = any;
    any.third = any;
    use(any.third); // shared
    use(apart); // owned
    apart.first = any;
    use(apart.first); // shared
    use(apart); // owned
  }

  // ---- what others put into an object is theirs, if a caller has shared what holds it ----

  private static Node fromShelf(Node shelf) {
    Node node = new Node();
    shelf.next = node;
    return node.next;
  }

  void others() {
    use(fromShelf(new Node())); // owned
    use(fromShelf(global)); // shared
  }
}
