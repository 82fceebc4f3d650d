// An exception of the program's own that one thread throws and catches.
class OwnException {
    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Worker().start(); // thread: Worker.run many thread
        }
    }
}

class Problem extends RuntimeException {
    private static final long serialVersionUID = 1;
    int position;
}

class Worker extends Thread {
    @Override
    public void run() {
        try {
            parse(3);
        } catch (Problem problem) {
            problem.position++; // access: unshared
            System.out.println(problem.position); // access: unshared
        }
    }

    private void parse(int position) {
        Problem problem = new Problem();
        problem.position = position; // access: unshared
        throw problem;
    }
}
