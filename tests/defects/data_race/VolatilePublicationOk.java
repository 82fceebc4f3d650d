// The writer fills ordinary fields and then sets a volatile flag, once; readers look at the fields when it is set.
class VolatilePublicationOk {
    public static void main(String[] arguments) {
        Catalog catalog = new Catalog();
        new Thread(catalog::load).start();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> System.out.println(catalog.describe())).start();
        }
    }
}

class Catalog {
    private volatile boolean loaded;
    private String title;
    private int entries;

    void load() {
        title = "tools";
        entries = 12;
        loaded = true;
    }

    String describe() {
        return loaded ? title + " " + entries : "not loaded";
    }
}
