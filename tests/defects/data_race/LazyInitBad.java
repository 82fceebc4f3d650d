// The first thread that needs the table makes it, and nothing is locked: others may find it half made.
class LazyInitBad {
    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Thread(() -> System.out.println(Tables.get().size)).start();
        }
    }
}

class Tables {
    private static Table table;

    static Table get() {
        if (table == null) { // expect: data-race/unsafe-publication
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
