// Program 2.4: the methods of the stack are atomic, but size() reads top without the lock that push() and pop() hold.
class Paper_2_4 {
    public static void main(String[] arguments) throws InterruptedException {
        Stack stack = new Stack();
        stack.push("first");
        Thread pusher = new Thread(() -> stack.push("second"));
        Thread popper = new Thread(() -> stack.pop());
        Thread observer = new Thread(() -> {
            if (stack.size() > 2) {
                throw new IllegalStateException("more than there can be");
            }
        });
        pusher.start();
        popper.start();
        observer.start();
        pusher.join();
        popper.join();
        observer.join();
    }
}

class Stack {
    private final Object[] elements = new Object[10];
    private int top;

    int size() {
        return top; // expect: data-race/all-writes-locked high
    }

    synchronized void push(Object element) {
        elements[top++] = element;
    }

    synchronized Object pop() {
        return elements[--top];
    }
}
