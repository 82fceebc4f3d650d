// mode: library
// The superclass is annotated as thread-safe, and with it every subclass.
public class SubclassOfThreadSafeBad {
    @interface ThreadSafe { }

    @ThreadSafe
    public abstract static class Service {
        public abstract void handle(String request);
    }

    public static class Counting extends Service {
        private int handled;

        @Override
        public void handle(String request) {
            handled += request.length(); // expect: data-race/unlocked
        }

        public int handled() {
            return handled;
        }
    }
}
