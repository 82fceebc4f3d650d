// What a factory makes for the constructor is set up before anything starts a thread; that the object has registered
// itself before is no harm.
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

class FactoryPartInConstructorOk {
    static final List<FactoryPartInConstructorOk> ALL = new CopyOnWriteArrayList<>();

    private Settings settings;

    FactoryPartInConstructorOk() {
        ALL.add(this);
        settings = Settings.defaults();
        settings.setLimit(10);
    }

    void run() {
        for (int i = 0; i < settings.limit; i++) {
            System.out.println(i);
        }
    }

    public static void main(String[] arguments) {
        for (int i = 0; i < 2; i++) {
            new FactoryPartInConstructorOk();
        }
        for (FactoryPartInConstructorOk each : ALL) {
            new Thread(each::run).start();
        }
    }
}

class Settings {
    int limit;

    static Settings defaults() {
        Settings result = new Settings();
        result.limit = 5;
        return result;
    }

    void setLimit(int limit) {
        this.limit = limit;
    }
}
