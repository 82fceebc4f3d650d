package sections;

/** Where tests look at values. */
final class Use {
    private Use() {}

    static void use(int value) {}

    static void use(boolean value) {}

    static void use(Object value) {}

    static void mayThrow() {
        throw new IllegalStateException();
    }
}
