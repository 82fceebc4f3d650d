package ownership;

import java.util.ArrayList;
import java.util.List;

class Node {
  Node next;
  Object value;
  List<Node> children = new ArrayList<>();
  int size;

  void add(Node child) {
    children.add(child);
  }

  Node child(int index) {
    return children.get(index);
  }

  static Node make() {
    return new Node();
  }

  static Node make(Object value) {
    Node node = new Node();
    node.value = value;
    return node;
  }
}
