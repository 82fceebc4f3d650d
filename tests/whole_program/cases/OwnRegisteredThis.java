// The constructor registers the object, or its superclass does, before it is complete.
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

class OwnRegisteredThis {
    static final List<Base> ALL = new CopyOnWriteArrayList<>();

    public static void main(String[] arguments) {
        new Visitor().start(); // thread: Visitor.run one thread
        new Derived(); // object: global shared escape unique
    }
}

class Base {
    int first;

    Base() {
        first = 1; // access: unshared
        OwnRegisteredThis.ALL.add(this);
    }
}

class Derived extends Base {
    int second;

    Derived() {
        second = 2; // access: threads=main locks=none
        first = 3; // access: threads=main locks=none
    }
}

class Visitor extends Thread {
    @Override
    public void run() {
        for (Base base : OwnRegisteredThis.ALL) {
            System.out.println(base.first); // access first: threads=Visitor.run locks=none
        }
    }
}
