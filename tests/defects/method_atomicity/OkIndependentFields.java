// Two fields that no critical section ever treats together are changed in two sections.
class OkIndependentFields {
    static class Profile {
        private String nickname = "";
        private int visits;

        synchronized void rename(String name) {
            nickname = name;
        }

        synchronized void visit() {
            visits++;
        }
    }

    static final Profile PROFILE = new Profile();

    public static void main(String[] arguments) {
        new Thread(() -> enter("fox")).start();
        new Thread(() -> enter("owl")).start();
    }

    static void enter(String name) {
        PROFILE.rename(name);
        PROFILE.visit();
    }
}
