// Program 4.2 repaired as 4.6 says: the reference is volatile, so whoever sees the object sees its fields as well.
class Paper_4_2_Volatile {
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
    private static volatile Data data;

    static Data get() {
        if (data == null) {
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
