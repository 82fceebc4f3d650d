package threads;

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.swing.SwingUtilities;

/** Tasks that run one at a time. */
final class Serial {
    static final ExecutorService SINGLE = Executors.newSingleThreadExecutor();

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            SINGLE.execute(new A());  // starts: A executor many serial
            SINGLE.execute(new B());  // starts: B executor many serial
            fixedOfOne.execute(new C());  // starts: C executor many serial
            fixedOfTwo.execute(new D());  // starts: D executor many
            constructed.execute(new E());  // starts: E executor many serial
            CompletableFuture.runAsync(new F(), SINGLE);  // starts: F stage many serial
            SwingUtilities.invokeLater(new G());  // starts: G event many serial
            new Timer().schedule(new Tick(), 1);  // starts: H timer many
            Executors.newSingleThreadExecutor().execute(new I());  // starts: I executor many
        }
        Timer timer = new Timer();
        timer.schedule(new Tock(), 1, 1);  // starts: J timer one serial
        timer.schedule(new Tack(), 1, 1);  // starts: K timer one serial
        ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(4);
        scheduler.scheduleAtFixedRate(new L(), 1, 1, TimeUnit.SECONDS);  // starts: L executor one
        SwingUtilities.invokeLater(new M());  // starts: M event one serial
    }

    static final ExecutorService fixedOfOne = Executors.newFixedThreadPool(1);
    static final ExecutorService fixedOfTwo = Executors.newFixedThreadPool(2);
    static final ExecutorService constructed =
            new ThreadPoolExecutor(0, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());

    static class A implements Runnable {
        @Override
        public void run() {}
    }

    static class B implements Runnable {
        @Override
        public void run() {}
    }

    static class C implements Runnable {
        @Override
        public void run() {}
    }

    static class D implements Runnable {
        @Override
        public void run() {}
    }

    static class E implements Runnable {
        @Override
        public void run() {}
    }

    static class F implements Runnable {
        @Override
        public void run() {}
    }

    static class G implements Runnable {
        @Override
        public void run() {}
    }

    static class I implements Runnable {
        @Override
        public void run() {}
    }

    static class L implements Runnable {
        @Override
        public void run() {}
    }

    static class M implements Runnable {
        @Override
        public void run() {}
    }

    static class Tick extends TimerTask {
        @Override
        public void run() {}
    }

    static class Tock extends TimerTask {
        @Override
        public void run() {}
    }

    static class Tack extends TimerTask {
        @Override
        public void run() {}
    }
}
// not parallel: A-A A-B A-F B-B B-F C-C E-E F-F G-G G-M J-J J-K K-K L-L M-M main-main
