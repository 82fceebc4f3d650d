package sections;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** What fields hold, and which change. */
class Fields {
    static final ReadWriteLock STATIC_BOTH = new ReentrantReadWriteLock();
    static final Lock STATIC_READ = STATIC_BOTH.readLock();
    static int initialised = new Object().hashCode();
    static int staticChanged;
    static int setByConstructor;

    int constructed;
    int constructedTwice;
    int changed;
    int changedFromOutside;
    int setOnFreshObject;
    int setBySubclass;
    int setInLambda;
    int neverWritten;
    volatile int loud;

    Map<String, String> concurrent = new ConcurrentHashMap<>();
    Map<String, String> wrapped = Collections.synchronizedMap(new HashMap<>());
    Map<String, String> differing = new HashMap<>();
    Map<String, String> nulled = new HashMap<>();
    Map<String, String> given;
    List<String> again = new ArrayList<>();
    Object cast = (Object) new HashMap<String, String>();

    final ReentrantLock lock = new ReentrantLock();
    final Condition condition = lock.newCondition();
    final ReentrantReadWriteLock both;
    final Lock readLock;
    final Lock writeLock;
    final Lock foreignReadLock;

    Fields(int value, Map<String, String> map, ReadWriteLock foreign) {
        constructed = value;
        constructedTwice = value;
        constructedTwice = value + 1;
        setByConstructor = value;
        given = map;
        ReentrantReadWriteLock made = new ReentrantReadWriteLock();
        both = made;
        readLock = made.readLock();
        writeLock = both.writeLock();
        foreignReadLock = foreign.readLock();
    }

    void change(Fields other) {
        changed++;
        staticChanged++;
        other.changedFromOutside = 1;
        differing = new ConcurrentHashMap<>();
        nulled = null;
        again = new ArrayList<>();
        Runnable later = () -> setInLambda = 1;
        later.run();
    }

    static Fields make() {
        Fields made = new Fields(1, null, STATIC_BOTH);
        made.setOnFreshObject = 2;
        return made;
    }

    static class Sub extends Fields {
        Sub() {
            super(1, null, STATIC_BOTH);
            setBySubclass = 3;
        }
    }
}
