package montecarlo;

/** The root of most classes here: a flag whether to print, and the text that goes before what is printed. */
class Universal {
    private static final boolean FIXED = Boolean.getBoolean("fixed");
    private static boolean debug;
    private String prompt;

    Universal() {
        if (!FIXED) {
            debug = false;  // expect default,lockset: object-race montecarlo.Universal.debug
        }
        prompt = "montecarlo> ";
    }

    static void begin() {
        debug = false;
    }

    void report(String text) {
        if (debug) {
            System.err.println(prompt + text);
        }
    }
}
