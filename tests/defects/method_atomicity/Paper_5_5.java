// Program 5.5: the paper reports it, wrongly: the table is filled once before anybody reads it. Snag knows better.
class Paper_5_5 {
    static class Table {
        private Object[] keys;
        private Object[] values;
        private volatile boolean initDone;

        void init() {
            if (!initDone) {
                synchronized (this) {
                    if (!initDone) {
                        keys = new Object[] {"one", "two"};
                        values = new Object[] {1, 2};
                        initDone = true;
                    }
                }
            }
        }

        synchronized Object get(Object key) {
            for (int i = 0; i < keys.length; i++) {
                if (keys[i].equals(key)) {
                    return values[i];
                }
            }
            return null;
        }
    }

    static class Client extends Thread {
        private static Table table;

        @Override
        public void run() {
            table.init();
            Object o = table.get("two");
            System.out.println(o);
        }
    }

    public static void main(String[] arguments) {
        Client.table = new Table();
        new Client().start();
        new Client().start();
    }
}
