// A Condition of the program loops by itself.
// checks: deadlock
import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

class WaitOwnCondition {
    static class Signal implements Condition {
        private boolean given;

        @Override
        public synchronized void await() throws InterruptedException {
            while (!given) wait();
            given = false;
        }

        @Override
        public synchronized void signal() {
            given = true;
            notifyAll();
        }

        @Override
        public void signalAll() {
            signal();
        }

        @Override
        public void awaitUninterruptibly() {
            throw new UnsupportedOperationException();
        }

        @Override
        public long awaitNanos(long time) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean await(long time, TimeUnit unit) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean awaitUntil(Date deadline) {
            throw new UnsupportedOperationException();
        }
    }

    static final Condition SIGNAL = new Signal();

    static void forward() throws InterruptedException {
        SIGNAL.await();
    }

    public static void main(String[] arguments) throws InterruptedException {
        new Thread(SIGNAL::signal).start();
        forward();
    }
}
