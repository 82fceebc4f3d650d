package q;

import p.P;

/** Classes of package q. */
public final class Q {
    public static class B extends P.A {
        String m() { return "q/Q$B"; }
        private String secret() { return "q/Q$B"; }
        protected String guarded() { return "q/Q$B"; }
    }
    public static class D extends P.C {
        String m() { return "q/Q$D"; }
        protected String secret() { return "q/Q$D"; }
    }
    public static class Handed extends P.Opened {
        public String m() { return "q/Q$Handed"; }
        public String guarded() { return "q/Q$Handed"; }
    }
    public static class BelowHanded extends Handed {}
    public static class Left extends P.ViaLeft implements P.Right {
        public String d() { return "q/Q$Left"; }
    }

    private Q() {}
}
