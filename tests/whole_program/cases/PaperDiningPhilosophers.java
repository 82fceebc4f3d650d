// Program 3.1, with the threads of section 3.2's example, figure 3.1, the escape set of 3.3.5, the host of 3.3.6, the
// unique objects of 3.4.4 and the locks of figure 3.9 and table 3.1.
// Differences: Math.random() locks nothing in today's JDK: for steps 4 and 5 of table 3.1 see program 3.3. What the
// paper registers for main before the threads start (the constructors) is no event, for main still owns the objects.
// entry: Main
// parallel: Philo.run Philo.run yes (the loop starts several)
// parallel: main Philo.run yes (main starts the second one meanwhile)
class Table {
    final boolean[] forks;
    final int numPhil;
    int numSnacks;

    Table(int numberOfPhilosophers, int numberOfSnacks) {
        numPhil = numberOfPhilosophers; // access: unshared
        numSnacks = numberOfSnacks; // access: unshared
        forks = new boolean[numberOfPhilosophers]; // object: global shared escape object-specific unique host=Table
        //^ object boolean[]: !class !thread !thread-specific threads=main,Philo.run ; access: unshared
        for (int i = 0; i < numberOfPhilosophers; ++i) {
            forks[i] = true; // access: unshared
        }
    }

    synchronized boolean getForks(int id) throws InterruptedException {
        int id2 = (id + 1) % numPhil; // access: threads=Philo.run locks=this
        while (!(forks[id] && forks[id2])) { // access forks: threads=Philo.run locks=Table
            //^ access elements: threads=Philo.run locks=Table
            wait();
        }
        if (numSnacks > 0) { // access: threads=Philo.run locks=this
            numSnacks--; // access: threads=Philo.run locks=this
            forks[id] = false; // access elements: threads=Philo.run locks=Table
            forks[id2] = false; // access elements: threads=Philo.run locks=Table
            return true;
        }
        notify();
        return false;
    }

    synchronized void putForks(int id) {
        int id2 = (id + 1) % numPhil; // access: threads=Philo.run locks=Table
        forks[id] = true; // access elements: threads=Philo.run locks=Table
        forks[id2] = true; // access elements: threads=Philo.run locks=Table
        notify();
    }
}

class Philo extends Thread {
    final int id;
    final Table tab;
    int snacksEaten;

    Philo(int i, Table t) {
        id = i; // access: unshared
        tab = t; // access: unshared
        snacksEaten = 0; // access: unshared
    }

    @Override
    public void run() {
        try {
            while (tab.getForks(id)) { // access tab: threads=Philo.run locks=none
                //^ access id: threads=Philo.run locks=none
                sleep((int) (Math.random() * 50));
                snacksEaten++; // access: threads=Philo.run locks=none
                tab.putForks(id); // access tab: threads=Philo.run locks=none
                //^ access id: threads=Philo.run locks=none
            }
        } catch (InterruptedException end) {
            return;
        }
    }

    void report() {
        System.out.println("Philo " + id + " ate " + snacksEaten + " snacks."); // access id: threads=main locks=none
        //^ access snacksEaten: threads=main locks=none
    }
}

class Main {
    public static void main(String[] arguments) {
        int numberOfPhilosophers = 2;
        Table tab = new Table(numberOfPhilosophers, 200); // object: global shared escape unique forks->boolean[]
        //^ object Table: !class !thread !object-specific !thread-specific threads=main,Philo.run
        Philo[] p = new Philo[numberOfPhilosophers]; // object: !global !shared !escape
        for (int i = 0; i < numberOfPhilosophers; ++i) {
            p[i] = new Philo(i, tab); // object: global thread shared escape !unique !object-specific tab->Table
            //^ object Philo: threads=main,Philo.run ; access: unshared
            p[i].start(); // thread: Philo.run many thread ; access: unshared
        }
        try {
            for (int i = 0; i < numberOfPhilosophers; ++i) {
                p[i].join(); // access: unshared
                p[i].report(); // access: unshared
            }
        } catch (InterruptedException end) {
            return;
        }
    }
}
