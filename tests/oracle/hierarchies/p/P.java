package p;

import q.Q;

/** Classes of package p, in hierarchies that go to and fro between p and q. Each method returns its class's name. */
public final class P {
    // Package-private methods: overridden only within the package.
    public static class A {
        String m() { return "p/P$A"; }
        private String secret() { return "p/P$A"; }
        protected String guarded() { return "p/P$A"; }
        public String askSecret() { return secret(); }
    }
    public static class C extends Q.B {
        String m() { return "p/P$C"; }
        String secret() { return "p/P$C"; }
    }
    public static class E extends Q.D {
        public String m() { return "p/P$E"; }
        private void unrelated() {}
    }
    // An overrider in the same package makes it public, and hands it on to the other package.
    public static class Opened extends A {
        public String m() { return "p/P$Opened"; }
        protected String guarded() { return "p/P$Opened"; }
    }

    // Diamonds of defaults.
    public interface Top {
        default String d() { return "p/P$Top"; }
        String e();
        static String s() { return "p/P$Top"; }
        private String hidden() { return "p/P$Top"; }
        default String askHidden() { return hidden(); }
    }
    public interface Left extends Top {
        default String d() { return "p/P$Left"; }
        default String e() { return "p/P$Left"; }
    }
    public interface Right extends Top {
        String d();
    }
    public interface Joined extends Left, Right {
        default String d() { return "p/P$Joined"; }
    }
    public static class ViaLeft implements Left {}
    public static class AgainTop extends ViaLeft implements Top {}
    public static class ViaJoined extends AgainTop implements Joined {}
    public static class Own implements Joined {
        public String d() { return "p/P$Own"; }
    }
    public static class BelowOwn extends Own implements Left, Joined {}
    public abstract static class Reabstracted implements Left {
        public abstract String d();
    }
    public static class Concrete extends Reabstracted {
        public String d() { return "p/P$Concrete"; }
    }
    // A superclass's method wins over an interface's default, even one that knows nothing of the interface.
    public static class Stranger {
        public String d() { return "p/P$Stranger"; }
    }
    public static class Adopted extends Stranger implements Left {}

    // Bridges.
    public interface Source<T> {
        T get();
        default String name() { return "p/P$Source"; }
    }
    public static class Text implements Source<String> {
        public String get() { return "p/P$Text"; }
    }
    public static class MoreText extends Text {
        @Override public String get() { return "p/P$MoreText"; }
    }

    // Fields that hide each other.
    public interface Constants {
        String FIELD = new String("p/P$Constants");
        int SHARED = Integer.parseInt("1");
    }
    public static class HasField {
        public String FIELD = "p/P$HasField";
        static int SHARED = 2;
        protected long value;
        private int own;
    }
    public static class Both extends HasField implements Constants {
        protected int value;
    }
    public static class BelowBoth extends Both {
        int own;
    }

    // Enums, records and lambdas bring members of their own.
    public enum Colour {
        RED, GREEN { String m() { return "p/P$Colour$1"; } };
        String m() { return "p/P$Colour"; }
    }
    public record Point(int x, int y) implements Source<String> {
        public String get() { return "p/P$Point"; }
    }

    private P() {}
}
