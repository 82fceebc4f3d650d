// The accessor is synchronized as a whole: the reference and all that the constructor wrote are visible.
class LazyInitLockedOk {
    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Thread(() -> System.out.println(Tables.get().size)).start();
        }
    }
}

class Tables {
    private static Table table;

    static synchronized Table get() {
        if (table == null) {
            table = new Table(16);
        }
        return table;
    }
}

class Table {
    int size;

    Table(int size) {
        this.size = size;
    }
}
