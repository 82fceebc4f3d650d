package heap;

/** The rules of figure 3.7, one field for each. Lines that end in `object: name` allocate the object of that name. */
class Hosts {
  static class Part {
    int value;
    Part next;
    Part sub;
  }

  static Object global;

  static class Host {
    final int[] own = new int[4]; // object: own
    final Part[] parts = new Part[4]; // object: parts
    Part helped = new Part(); // object: helped
    Part returned = new Part(); // object: returned
    Part published = new Part(); // object: published
    Part given;
    Part fromOutside = new Part(); // object: fromOutside
    Part list;
    Part deep = new Part(); // object: deep
    Part captured = new Part(); // object: captured
    Runnable task;
    Inner inner = new Inner(); // object: inner
    Worker worker = new Worker(); // object: worker
    private Part ofInner = new Part(); // object: ofInner

    class Inner {
      final Part state = new Part(); // object: innerState

      void use() {
        state.value++;
        ofInner.value++;
      }
    }

    Host(Part given) {
      this.given = given;
    }

    void fill() {
      own[0] = 1;
      parts[0] = new Part(); // object: inParts
      parts[0].value++;
      help(helped);
      global = published;
      Part node = new Part(); // object: node
      node.next = list;
      list = node;
      for (Part p = list; p != null; p = p.next) p.value++;
      deep.sub = new Part(); // object: deepPart
      deep.sub.value++;
      inner.use();
      task = () -> captured.value++; // object: task
      task.run();
      worker.start();
    }

    static void help(Part part) {
      part.value++;
    }

    Part get() {
      return returned;
    }
  }

  static class Worker extends Thread {
    final Part state = new Part(); // object: workerState

    @Override
    public void run() {
      state.value++;
    }
  }

  static class Left {
    Part part;
  }

  static class Right {
    Part part;
  }

  static void share() {
    Left left = new Left(); // object: left
    Right right = new Right(); // object: right
    Part shared = new Part(); // object: shared
    left.part = shared;
    right.part = shared;
  }

  public static void main(String[] args) {
    Part given = new Part(); // object: given
    Host host = new Host(given);
    host.fill();
    host.get().value++;
    host.fromOutside.value++;
    share();
  }
}
