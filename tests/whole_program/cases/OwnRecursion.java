// A tree that one task builds by recursion.
class OwnRecursion {
    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Builder().start(); // thread: Builder.run many thread
        }
    }
}

class Node {
    final Node left;
    final Node right;
    int weight;

    Node(Node left, Node right) {
        this.left = left; // access: unshared
        this.right = right; // access: unshared
    }
}

class Builder extends Thread {
    @Override
    public void run() {
        Node root = build(4);
        weigh(root);
    }

    private Node build(int depth) {
        if (depth == 0) {
            return null;
        }
        return new Node(build(depth - 1), build(depth - 1)); // object: !shared !global
    }

    private int weigh(Node node) {
        if (node == null) {
            return 0;
        }
        node.weight = 1 + weigh(node.left) + weigh(node.right); // access: unshared
        return node.weight; // access: unshared
    }
}
