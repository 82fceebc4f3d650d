// Workers begin with waiting for a gate that main opens when one thread has ended, which prepares; not so another one.
// parallel: Prepare.run Worker.run no (it is joined before the gate opens)
// parallel: Other.run Worker.run yes (nobody waits for it)
// parallel: Prepare.run Hasty.run yes (it does not wait at the gate)
import java.util.concurrent.CountDownLatch;

class OrderLatchStart {
    public static void main(String[] arguments) throws InterruptedException {
        CountDownLatch gate = new CountDownLatch(1);
        for (int i = 0; i < 3; i++) {
            new Worker(gate).start(); // thread: Worker.run many thread
        }
        new Hasty().start(); // thread: Hasty.run one thread
        new Other().start(); // thread: Other.run one thread
        Thread prepare = new Prepare();
        prepare.start(); // thread: Prepare.run one thread
        prepare.join();
        gate.countDown();
    }
}

class Prepare extends Thread {
    @Override
    public void run() {
        System.out.println("prepare");
    }
}

class Other extends Thread {
    @Override
    public void run() {
        System.out.println("other");
    }
}

class Hasty extends Thread {
    @Override
    public void run() {
        System.out.println("hasty");
    }
}

class Worker extends Thread {
    private final CountDownLatch gate;

    Worker(CountDownLatch gate) {
        this.gate = gate;
    }

    @Override
    public void run() {
        try {
            gate.await();
        } catch (InterruptedException e) {
            return;
        }
        System.out.println("worker");
    }
}
