// clone() returns an object that nobody else has.
class OwnClone {
    static final Template TEMPLATE = new Template(); // object: global shared

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Worker().start(); // thread: Worker.run many thread
        }
    }
}

class Template implements Cloneable {
    int number;

    Template copy() {
        try {
            Template copy = (Template) clone();
            copy.number++; // access: unshared
            return copy;
        } catch (CloneNotSupportedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}

class Worker extends Thread {
    @Override
    public void run() {
        Template own = OwnClone.TEMPLATE.copy();
        own.number = 7; // access: unshared
        OwnClone.TEMPLATE.number++; // access number: threads=Worker.run locks=none
    }
}
