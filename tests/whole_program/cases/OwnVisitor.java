// A visitor that is called back through an interface stays with the task that has made it.
class OwnVisitor {
    static final Tree TREE = new Tree(new Tree(null)); // object: global shared

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Worker().start(); // thread: Worker.run many thread
        }
    }
}

interface Visitor {
    void visit(Tree tree);
}

class Tree {
    private final Tree child;

    Tree(Tree child) {
        this.child = child; // access: unshared
    }

    void accept(Visitor visitor) {
        visitor.visit(this);
        if (child != null) { // access: threads=Worker.run locks=none
            child.accept(visitor);
        }
    }
}

class Counter implements Visitor {
    int visits;

    @Override
    public void visit(Tree tree) {
        visits++; // access: unshared
    }
}

class Worker extends Thread {
    @Override
    public void run() {
        Counter counter = new Counter(); // object: !shared !global
        OwnVisitor.TREE.accept(counter);
        System.out.println(counter.visits); // access: unshared
    }
}
