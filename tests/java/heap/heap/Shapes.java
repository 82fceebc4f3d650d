package heap;

import java.util.Comparator;

/** Nodes and edges: statics, enum constants, inner classes, functions, contexts, objects that nothing global reaches. */
class Shapes {
  enum Color {
    RED,
    BLUE
  }

  static class Item {
    Color color = Color.RED;
  }

  /** Two of these have two boxes. */
  static class Owner {
    final Box box = new Box(); // object: box

    void put(Item item) {
      box.item = item;
    }
  }

  static class Box {
    Item item;
  }

  static int counter;
  static Owner first;

  static class Locked {
    static synchronized void touch() {}
  }

  static class Listener implements Comparator<Item> {
    Item last;

    @Override
    public int compare(Item a, Item b) {
      last = a;
      return 0;
    }
  }

  static class Local {
    Item item;
  }

  public static void main(String[] args) {
    first = new Owner(); // object: first
    Owner second = new Owner(); // object: second
    Item one = new Item(); // object: one
    Item two = new Item(); // object: two
    first.put(one);
    second.put(two);
    counter++;
    Locked.touch();
    Local local = new Local(); // object: local
    local.item = new Item(); // object: localItem
    synchronized (Item.class) {
      counter++;
    }
  }
}
