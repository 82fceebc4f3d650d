package locks;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** Locks whose mode only the view tells, and monitors nested deeper than a page is wide. */
class Views {
    final ReadWriteLock both = new ReentrantReadWriteLock();
    final StampedLock stamped = new StampedLock();
    final Object guard = new Object();
    int count;

    void reading() {
        both.readLock().lock();
        both.readLock().unlock();
    }

    boolean writing() {
        Lock write = stamped.asWriteLock();
        return write.tryLock();
    }

    void nested() {
        synchronized (guard) {
            synchronized (guard) {
                synchronized (guard) {
                    synchronized (guard) {
                        synchronized (guard) {
                            synchronized (guard) {
                                synchronized (guard) {
                                    synchronized (guard) {
                                        synchronized (guard) {
                                            synchronized (guard) {
                                                synchronized (guard) {
                                                    synchronized (guard) {
                                                        synchronized (guard) {
                                                            synchronized (guard) {
                                                                synchronized (guard) {
                                                                    synchronized (guard) {
                                                                        synchronized (guard) {
                                                                            synchronized (guard) {
                                                                                synchronized (guard) {
                                                                                    synchronized (guard) {
                                                                                        count++;
                                                                                    }
                                                                                }
                                                                            }
                                                                        }
                                                                    }
                                                                }
                                                            }
                                                        }
                                                    }
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
