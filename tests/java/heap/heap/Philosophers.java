package heap;

/** The Dining Philosophers of von Praun's program 3.1. */
class Philosophers {
  static class Table {
    final boolean[] forks;
    final int count;
    int snacks;

    Table(int count, int snacks) {
      this.count = count;
      this.snacks = snacks;
      forks = new boolean[count]; // object: forks
      for (int i = 0; i < count; ++i) forks[i] = true;
    }

    synchronized boolean getForks(int id) throws InterruptedException {
      int next = (id + 1) % count;
      while (!(forks[id] && forks[next])) wait();
      if (snacks > 0) {
        snacks--;
        forks[id] = forks[next] = false;
        return true;
      }
      notify();
      return false;
    }

    synchronized void putForks(int id) {
      int next = (id + 1) % count;
      forks[id] = forks[next] = true;
      notify();
    }
  }

  static class Philosopher extends Thread {
    final int id;
    final Table table;
    int eaten;

    Philosopher(int id, Table table) {
      this.id = id;
      this.table = table;
      eaten = 0;
    }

    @Override
    public void run() {
      try {
        while (table.getForks(id)) {
          sleep(1);
          eaten++;
          table.putForks(id);
        }
      } catch (InterruptedException e) {
        return;
      }
    }

    void report() {
      System.out.println("Philosopher " + id + " ate " + eaten + " snacks.");
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Table table = new Table(2, 200); // object: table
    Philosopher[] all = new Philosopher[2]; // object: all
    for (int i = 0; i < all.length; ++i) {
      all[i] = new Philosopher(i, table); // object: philosopher
      all[i].start();
    }
    for (Philosopher one : all) {
      one.join();
      one.report();
    }
  }
}
