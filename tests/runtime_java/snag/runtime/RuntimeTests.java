package snag.runtime;

/** Runs all tests of the runtime; exit code 1 if one fails. */
public final class RuntimeTests {
    private static int passed;
    private static int failed;
    private static String part = "";

    private RuntimeTests() {}

    static void part(String name) {
        part = name;
    }

    static void check(String what, boolean holds) {
        if (holds) {
            passed++;
        } else {
            failed++;
            System.out.println("FAILED " + part + ": " + what);
        }
        if (!Hooks.off) return;
        failed++;
        System.out.println("FAILED " + part + ": " + what + ": Snag switched itself off: "
                + (Native.agent instanceof World ? ((World) Native.agent).logs : ""));
        Hooks.off = false;
    }

    static void equal(String what, Object expected, Object found) {
        boolean same = expected.equals(found);
        check(same ? what : what + ": expected " + expected + ", found " + found, same);
    }

    public static void main(String[] arguments) throws Exception {
        OwnershipTests.run();
        LockTests.run();
        OrderingTests.run();
        ConsistencyTests.run();
        TableTests.run();
        CrowdTests.run();
        System.out.println(passed + " checks passed, " + failed + " failed");
        System.exit(failed == 0 ? 0 : 1);
    }
}
