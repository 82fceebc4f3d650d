package p;

/** The second release: what no compiler would accept together with p.Changing, but a JVM has to run. */
public final class ChangingParts {
    public interface One {
        default String d() { return "p/ChangingParts$One"; }
    }
    public interface Two {
        default String d() { return "p/ChangingParts$Two"; } // conflicts with One
    }
    public interface Grown {
        String e(); // nobody implements it
    }
    public static class Upper {
        public String m() { return "p/ChangingParts$Upper"; }
    }
    public static class Middle extends Upper {
        public String m() { return "p/ChangingParts$Middle"; } // super calls go here now
    }
    public static class Hiding {
        private String d() { return "p/ChangingParts$Hiding"; } // private: implements nothing
    }
    public interface Constant {
        String F = "p/ChangingParts$Constant".trim();
    }
    public interface First extends Constant {}
    public interface Second {
        String F = "p/ChangingParts$Second".trim(); // found later than Constant's, which is above First
    }

    private ChangingParts() {}
}
