package heap;

import java.beans.PropertyChangeEvent;
import java.beans.PropertyChangeListener;

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

  static class Listener implements PropertyChangeListener {
    final Item item = new Item(); // object: listenerItem

    @Override
    public void propertyChange(PropertyChangeEvent event) {
      item.color = Color.BLUE;
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
    Listener listener = new Listener(); // object: listener
    new java.beans.PropertyChangeListenerProxy("any", listener);
    synchronized (Item.class) {
      counter++;
    }
  }
}
