// The name and the rights of a session are set in two sections; a check between them sees a mixture.
class SplitStateLogin {
    static class Session {
        private String name = "guest";
        private int rights;

        synchronized void setName(String value) {
            name = value;
        }

        synchronized void setRights(int value) {
            rights = value;
        }

        synchronized String describe() {
            return name + " has " + rights;
        }
    }

    static final Session SESSION = new Session();

    public static void main(String[] arguments) {
        new Thread(() -> login("root", 7)).start();
        new Thread(() -> login("user", 1)).start();
        new Thread(() -> System.out.println(SESSION.describe())).start();
    }

    static void login(String name, int rights) {
        SESSION.setName(name);
        SESSION.setRights(rights);           // expect: method-atomicity/split-state
    }
}
