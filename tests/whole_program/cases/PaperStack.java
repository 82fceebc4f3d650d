// Program 2.4: size() reads without the lock; the array belongs to its stack. What is pushed changes hands: its creator
// touches it only while it still owns it, so that one thread uses it at a time (by 3.3.4 alone it would be shared).
// parallel: Pusher.run Popper.run yes
class PaperStack {
    public static void main(String[] arguments) {
        Stack stack = new Stack(); // object: global shared escape unique arr->Object[]
        new Pusher(stack).start(); // thread: Pusher.run one thread ; object: thread stack->Stack
        new Popper(stack).start(); // thread: Popper.run one thread ; object: thread stack->Stack
    }
}

class Stack {
    int top;
    Object[] arr = new Object[10]; // object: global shared object-specific host=Stack unique

    int size() {
        return top; // access: threads=Popper.run locks=none
    }

    synchronized void push(Object element) {
        arr[top++] = element; // access elements: threads=Pusher.run locks=Stack
        //^ access top: threads=Pusher.run locks=this
    }

    synchronized Object pop() {
        return arr[--top]; // access elements: threads=Popper.run locks=Stack
        //^ access top: threads=Popper.run locks=this
    }
}

class Pusher extends Thread {
    private final Stack stack;

    Pusher(Stack stack) {
        this.stack = stack; // access: unshared
    }

    @Override
    public void run() {
        stack.push(new int[1]); // object: global escape unique !shared !object-specific threads=Pusher.run,Popper.run
        stack.push(new int[2]);
    }
}

class Popper extends Thread {
    private final Stack stack;

    Popper(Stack stack) {
        this.stack = stack; // access: unshared
    }

    @Override
    public void run() {
        if (stack.size() > 0) {
            int[] taken = (int[]) stack.pop();
            taken[0]++; // access: unshared
        }
    }
}
