// Of the two fields only one is changed without the lock.
class OneOfTwoFieldsBad {
    public static void main(String[] arguments) {
        Parcel parcel = new Parcel();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> parcel.weigh(3)).start();
        }
    }
}

class Parcel {
    private int weight;
    private int price;

    void weigh(int kilograms) {
        synchronized (this) {
            weight += kilograms;
        }
        price += 2 * kilograms; // expect: data-race/unlocked
    }
}
