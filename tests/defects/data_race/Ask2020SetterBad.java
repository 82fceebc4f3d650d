// infer#2020: the getter is synchronized, the setter is not.
class Ask2020SetterBad {
    public static void main(String[] arguments) {
        Limits limits = new Limits();
        for (int i = 1; i < 4; i++) {
            int number = i;
            new Thread(() -> limits.setHighest(number * 10)).start();
        }
        new Thread(() -> {
            if (limits.getHighest() > 30) {
                throw new IllegalStateException();
            }
        }).start();
    }
}

class Limits {
    private int highest;

    synchronized int getHighest() {
        return highest;
    }

    void setHighest(int value) {
        highest = value; // expect: data-race/unlocked
    }
}
