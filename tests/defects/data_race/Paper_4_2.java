// Program 4.2: double-checked locking without volatile; a reader may get an object whose fields it sees unwritten.
class Paper_4_2 {
    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Reader().start();
        }
    }
}

class Reader extends Thread {
    @Override
    public void run() {
        if (DoubleChecked.get().value != 17) {
            throw new IllegalStateException("not initialised");
        }
    }
}

class DoubleChecked {
    private static Data data;

    static Data get() {
        if (data == null) { // expect: data-race/unsafe-publication
            synchronized (DoubleChecked.class) {
                if (data == null) {
                    data = new Data();
                }
            }
        }
        return data;
    }
}

class Data {
    int value;

    Data() {
        value = 17;
    }
}
