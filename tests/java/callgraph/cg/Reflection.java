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

        void work() {
        }
    }

    public static class Listed {
        public Listed() {
        }
    }

    @SuppressWarnings("unchecked")
    static <T> T[] make(Class<T> type) throws Exception {
        T[] array = (T[]) java.lang.reflect.Array.newInstance(type, 1);
        array[0] = type.getDeclaredConstructor().newInstance();
        return array;
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
        for (String name : new String[] {"cg.Reflection$Listed", "cg.Reflection$Missing"}) {
            Class.forName(name).getDeclaredConstructor().newInstance(); // site: listed
        }
        make(Extra.class)[0].work(); // site: new array
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
