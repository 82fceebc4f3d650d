// A class loader as Ant's and OSGi's: it asks its parent for java.* only, and finds everything else by itself or not at
// all. Rewritten classes in it must still find what they call.
// variant: default
// variant: consistency options="--checks object-consistency"
import java.io.IOException;
import java.io.InputStream;

public class IsolatedLoaderOk extends ClassLoader {
    public static class Inside implements Runnable {
        private int count;
        private static int runs;

        private synchronized void add() {
            count++;
        }

        @Override
        public void run() {
            Thread other = new Thread(this::add);
            other.start();
            add();
            try {
                other.join();
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
            synchronized (this) {
                runs += count;
            }
            System.out.println("inside " + runs);
        }
    }

    IsolatedLoaderOk() {
        super(null);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (name.startsWith("java.")) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> found = findLoadedClass(name);
            return found != null ? found : findClass(name);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (!name.startsWith("IsolatedLoaderOk")) {
            throw new ClassNotFoundException(name + " is none of ours");
        }
        try (InputStream in = IsolatedLoaderOk.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
            byte[] bytes = in.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException problem) {
            throw new ClassNotFoundException(name, problem);
        }
    }

    public static void main(String[] args) throws Exception {
        Class<?> inside = new IsolatedLoaderOk().loadClass("IsolatedLoaderOk$Inside");
        ((Runnable) inside.getDeclaredConstructor().newInstance()).run();
        System.out.println(inside.getClassLoader() != IsolatedLoaderOk.class.getClassLoader());
    }
}
