// Program 4.2, where `this` of the static method is the class.
// parallel: Reader.run Reader.run yes
class PaperDoubleChecked {
    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Reader().start(); // thread: Reader.run many thread
        }
    }
}

class Reader extends Thread {
    @Override
    public void run() {
        System.out.println(DoubleChecked.getUnique().value); // access: threads=Reader.run locks=none
    }
}

class DoubleChecked { // object: class shared unique data->Data
    static Data data;

    static Data getUnique() {
        if (data == null) { // access: threads=Reader.run locks=none
            synchronized (DoubleChecked.class) {
                if (data == null) { // access: threads=Reader.run locks=class DoubleChecked
                    data = new Data(); // object: global shared escape !unique !object-specific
                    //^ access data: threads=Reader.run locks=class DoubleChecked
                }
            }
        }
        return data; // access: threads=Reader.run locks=none
    }
}

class Data {
    int value;

    Data() {
        value = 17; // access: unshared
    }
}
