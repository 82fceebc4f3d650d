package threads;

import java.util.ArrayList;
import java.util.List;

/** How often a thread is started. */
final class Multiplicity {
    public static void main(String[] args) {
        new First().start();  // starts: A thread one
        new First().start();  // starts: B thread one
        once();
        twice();
        twice();
        for (int i = 0; i < 2; i++) {
            inLoop();
        }
        recursive(3);
        Worker shared = new Worker();
        Thread one = new Thread(shared), other = new Thread(shared);
        one.start();  // starts: F thread many
        other.start();  // starts: F thread many
        new Nested().start();  // starts: G thread one
        List<Integer> numbers = new ArrayList<>();
        numbers.removeIf(number -> called());
    }

    static void once() {
        new Second().start();  // starts: C thread one
    }

    static void twice() {
        new Third().start();  // starts: D thread many
    }

    static void inLoop() {
        new Fourth().start();  // starts: E thread many
    }

    static void recursive(int depth) {
        new Fifth().start();  // starts: I thread many
        if (depth > 0) recursive(depth - 1);
    }

    static boolean called() {
        new Sixth().start();  // starts: J thread many
        return false;
    }

    static class First extends Thread {
        @Override
        public void run() {}
    }

    static class Second extends Thread {
        @Override
        public void run() {}
    }

    static class Third extends Thread {
        @Override
        public void run() {}
    }

    static class Fourth extends Thread {
        @Override
        public void run() {}
    }

    static class Fifth extends Thread {
        @Override
        public void run() {}
    }

    static class Sixth extends Thread {
        @Override
        public void run() {}
    }

    static class Worker implements Runnable {
        @Override
        public void run() {}
    }

    static class Inner extends Thread {
        @Override
        public void run() {}
    }

    static class Nested extends Thread {
        @Override
        public void run() {
            new Inner().start();  // starts: H thread one
        }
    }
}
