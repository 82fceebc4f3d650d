// The main thread stores a new object in an ordinary static field while another thread is looking for it there.
class UnsafePublicationBad {
    static Settings current;

    public static void main(String[] arguments) {
        Thread reader = new Thread(UnsafePublicationBad::read);
        reader.start();
        current = new Settings(10);
    }

    private static void read() {
        Settings seen = current; // expect: data-race/unsafe-publication
        if (seen != null && seen.limit != 10) {
            throw new IllegalStateException("not initialised");
        }
    }
}

class Settings {
    int limit;

    Settings(int limit) {
        this.limit = limit;
    }
}
