package p;

/** Classes as their users were compiled against; changed/ replaces the nested ones that a later release changed. */
public final class Changing {
    public static class Conflict implements ChangingParts.One, ChangingParts.Two {}
    public static class Unimplemented implements ChangingParts.Grown {}
    public static class Lower extends ChangingParts.Middle {
        public String m() { return "p/Changing$Lower"; }
        public String callSuper() { return super.m(); }
    }
    public static class Shadowed extends ChangingParts.Hiding implements ChangingParts.One {}
    public static class Named implements ChangingParts.First, ChangingParts.Second, ChangingParts.Constant {}

    private Changing() {}
}
