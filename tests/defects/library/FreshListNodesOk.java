// mode: library
// A linked list of fresh nodes that never leaves the method.
@FreshListNodesOk.ThreadSafe
public class FreshListNodesOk {
    public String reverse(String[] words) {
        Node head = null;
        for (String word : words) {
            Node node = new Node();
            node.word = word;
            node.next = head;
            head = node;
        }
        String text = "";
        for (Node node = head; node != null; node = node.next) {
            node.seen = true;
            text += node.word;
        }
        return text;
    }

    private static class Node {
        String word;
        Node next;
        boolean seen;
    }

    @interface ThreadSafe { }
}
