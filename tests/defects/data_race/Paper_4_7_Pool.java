// Section 4.7, pools: a thread borrows an element under the lock, and has it for itself until it returns it.
import java.util.ArrayDeque;

class Paper_4_7_Pool {
    public static void main(String[] arguments) {
        Pool pool = new Pool();
        for (int i = 0; i < 2; i++) {
            pool.give(new Route());
        }
        for (int i = 0; i < 4; i++) {
            new Thread(() -> travel(pool)).start();
        }
    }

    private static void travel(Pool pool) {
        Route route = pool.take();
        if (route != null) {
            route.length = 0;
            for (int i = 0; i < 10; i++) {
                route.length += i;
            }
            pool.give(route);
        }
    }
}

class Route {
    int length;
}

class Pool {
    private final ArrayDeque<Route> free = new ArrayDeque<>();

    synchronized Route take() {
        return free.pollFirst();
    }

    synchronized void give(Route route) {
        free.addLast(route);
    }
}
