package cg;

import java.lang.reflect.Method;

/** Reflection with constant names, class initializers, and objects that the library keeps. */
public class Reflection {
    public static class Plugin {
        static int loaded = initialize();

        public Plugin() {
            constructed();
        }

        public void work(String text) {
            worked();
        }

        static int initialize() {
            return 1;
        }
    }

    public static class Extra {
        public Extra() {
        }
    }

    public static class Untouched {
        static int loaded = 1;

        public Untouched() {
        }
    }

    static class Names implements java.io.FilenameFilter {
        @Override
        public boolean accept(java.io.File folder, String name) {
            return filtered(name);
        }
    }

    public static void main(String[] args) throws Exception {
        Object plugin = Class.forName("cg.Reflection$Plugin").getDeclaredConstructor().newInstance(); // site: plugin
        Method work = Plugin.class.getMethod("work", String.class);
        work.invoke(plugin, "x"); // site: invoke
        load(Extra.class);
        new java.io.File(".").list(new Names()); // site: callback
    }

    @SuppressWarnings("deprecation")
    static Object load(Class<?> type) throws Exception {
        return type.newInstance(); // site: newInstance
    }

    static void constructed() {
    }

    static void worked() {
    }

    static boolean filtered(String name) {
        return true;
    }
}
