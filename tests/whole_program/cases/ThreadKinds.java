// Thread, Runnable and lambda; run() called directly starts nothing.
// parallel: Worker.run Job.run yes
// parallel: Job.run lambda@11 yes
// parallel: Job.run Job.run no (started once)
class ThreadKinds {
    static int total;

    public static void main(String[] arguments) {
        new Worker().start(); // thread: Worker.run one thread ; object: thread global escape unique
        new Thread(new Job()).start(); // thread: Job.run one thread ; object Job: thread global escape unique
        new Thread(() -> total++).start(); // thread: lambda@11 one thread ; access total: threads=lambda@11 locks=none
        new Idle().run();
    }
}

class Worker extends Thread {
    @Override
    public void run() {
        ThreadKinds.total++; // access: threads=Worker.run locks=none
    }
}

class Job implements Runnable {
    @Override
    public void run() {
        ThreadKinds.total++; // access: threads=Job.run locks=none
    }
}

class Idle extends Thread {
    @Override
    public void run() {
        ThreadKinds.total++; // access: threads=main locks=none
    }
}
