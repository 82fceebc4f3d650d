// The constructor gives the object to another one that only this object has: nothing is leaked.
class OwnThisInOwnedObject {
    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Worker().start(); // thread: Worker.run many thread
        }
    }
}

class Parent {
    final Child child;
    int value;

    Parent() {
        child = new Child(this); // object: !shared !global ; access: unshared
        value = 1; // access: unshared
    }
}

class Child {
    final Parent parent;

    Child(Parent parent) {
        this.parent = parent; // access: unshared
    }

    void touch() {
        parent.value++; // access: unshared
    }
}

class Worker extends Thread {
    @Override
    public void run() {
        Parent parent = new Parent(); // object: !shared !global
        parent.child.touch(); // access: unshared
    }
}
