// trace: "record":"conflict".*"class":"Loaders\$Shared","field":"Loaders\$Shared.counter","static":true
// trace: "record":"end","reason":"exit"
// The same class by many loaders, some of them gone when the program ends.
import java.io.InputStream;

public class Loaders {
  static class Shared implements Runnable {
    static int counter;

    public void run() {
      for (int i = 0; i < 5; i++) {
        counter++;
        try {
          Thread.sleep(5);
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
    }
  }

  static class Own extends ClassLoader {
    Own() {
      super(Loaders.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.equals("Loaders$Shared")) return super.loadClass(name, resolve);
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        if (loaded != null) return loaded;
        try (InputStream in = Loaders.class.getResourceAsStream("Loaders$Shared.class")) {
          byte[] bytes = in.readAllBytes();
          return defineClass(name, bytes, 0, bytes.length);
        } catch (java.io.IOException e) {
          throw new ClassNotFoundException(name, e);
        }
      }
    }
  }

  public static void main(String[] arguments) throws Exception {
    for (int i = 0; i < 30; i++) {
      Class<?> type = new Own().loadClass("Loaders$Shared");
      var make = type.getDeclaredConstructor();
      make.setAccessible(true);
      Thread one = new Thread((Runnable) make.newInstance());
      Thread other = new Thread((Runnable) make.newInstance());
      one.start();
      other.start();
      one.join();
      other.join();
      if (i % 10 == 0) System.gc();
    }
    System.out.println("end");
  }
}
