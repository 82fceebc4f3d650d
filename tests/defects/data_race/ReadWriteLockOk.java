// Reads hold the read lock and writes the write lock of one ReadWriteLock.
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

class ReadWriteLockOk {
    public static void main(String[] arguments) {
        Dictionary dictionary = new Dictionary();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> dictionary.define("lock", "Schloss")).start();
            new Thread(() -> System.out.println(dictionary.find("lock"))).start();
        }
    }
}

class Dictionary {
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<String, String> words = new HashMap<>();
    private int changes;

    void define(String word, String meaning) {
        lock.writeLock().lock();
        try {
            words.put(word, meaning);
            changes++;
        } finally {
            lock.writeLock().unlock();
        }
    }

    String find(String word) {
        lock.readLock().lock();
        try {
            return words.get(word) + changes;
        } finally {
            lock.readLock().unlock();
        }
    }
}
