import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Load for bench/soak: threads that move money between accounts of an H2 server, look, and write a log line for each
 * transaction. Prints a line of counts every second. At the end it asks the server how many log lines there are and how
 * much money: a request that was lost or done twice shows.
 *   java SoakClient URL THREADS SECONDS
 */
public final class SoakClient {
    private static final int ACCOUNTS = 200;
    private static final long START = 1000;
    private static final AtomicLong REQUESTS = new AtomicLong();
    private static final AtomicLong COMMITTED = new AtomicLong();
    private static final AtomicLong RETRIED = new AtomicLong();
    private static final AtomicLong ERRORS = new AtomicLong();
    private static final AtomicLong WORST = new AtomicLong();

    public static void main(String[] args) throws Exception {
        String url = args[0];
        int threads = Integer.parseInt(args[1]);
        long end = System.nanoTime() + Long.parseLong(args[2]) * 1_000_000_000L;
        try (Connection connection = DriverManager.getConnection(url);
             Statement statement = connection.createStatement()) {
            statement.execute("create table account(id int primary key, money bigint)");
            statement.execute("create table log(thread int, number bigint, primary key(thread, number))");
            statement.execute("insert into account select x - 1, " + START + " from system_range(1, " + ACCOUNTS + ")");
        }
        Thread[] workers = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            int number = i;
            workers[i] = new Thread(() -> work(url, number, end));
            workers[i].start();
        }
        while (System.nanoTime() < end) {
            Thread.sleep(1000);
            print("soak");
        }
        for (Thread worker : workers) {
            worker.join();
        }
        try (Connection connection = DriverManager.getConnection(url);
             Statement statement = connection.createStatement()) {
            long money = one(statement, "select sum(money) from account");
            long lines = one(statement, "select count(*) from log where thread >= 0")
                + one(statement, "select coalesce(max(number), 0) from log where thread = -1");
            if (money != START * ACCOUNTS) {
                System.out.println("wrong money=" + money);
                ERRORS.incrementAndGet();
            }
            if (lines != COMMITTED.get()) {
                System.out.println("wrong lines=" + lines + " committed=" + COMMITTED.get());
                ERRORS.incrementAndGet();
            }
        }
        print("end");
    }

    private static void print(String word) {
        System.out.println(word + " requests=" + REQUESTS + " committed=" + COMMITTED + " retried=" + RETRIED
                           + " errors=" + ERRORS + " worst_ms=" + WORST.getAndSet(0) / 1_000_000);
    }

    private static long one(Statement statement, String query) throws SQLException {
        try (ResultSet result = statement.executeQuery(query)) {
            result.next();
            return result.getLong(1);
        }
    }

    /** A new connection for every few hundred transactions: sessions come and go. */
    private static void work(String url, int thread, long end) {
        long number = 0;
        int seed = thread + 1;
        while (System.nanoTime() < end) {
            try (Connection connection = DriverManager.getConnection(url)) {
                connection.setAutoCommit(false);
                for (int i = 0; i < 300 && System.nanoTime() < end; i++) {
                    seed = seed * 1103515245 + 12345;
                    long start = System.nanoTime();
                    if (transaction(connection, thread, number, (seed >>> 16) % ACCOUNTS, (seed >>> 8) % 97 + 1)) {
                        number++;
                        COMMITTED.incrementAndGet();
                    }
                    WORST.accumulateAndGet(System.nanoTime() - start, Math::max);
                }
                forgetOldLines(connection, thread);
            } catch (SQLException problem) {
                ERRORS.incrementAndGet();
                System.out.println("error " + problem);
            }
        }
    }

    private static boolean transaction(Connection connection, int thread, long number, int from, int by)
        throws SQLException {
        REQUESTS.incrementAndGet();
        int to = (from + by) % ACCOUNTS;
        try (PreparedStatement update = connection.prepareStatement("update account set money = money + ?"
                                                                       + " where id = ?");
             PreparedStatement log = connection.prepareStatement("insert into log values (?, ?)");
             PreparedStatement look =
                 connection.prepareStatement("select sum(money) from account where id in (?, ?)")) {
            // The lower account first: no deadlock by order.
            for (int account : new int[] {Math.min(from, to), Math.max(from, to)}) {
                update.setLong(1, account == from ? -by : by);
                update.setInt(2, account);
                update.executeUpdate();
            }
            look.setInt(1, from);
            look.setInt(2, to);
            try (ResultSet result = look.executeQuery()) {
                result.next();
            }
            log.setInt(1, thread);
            log.setLong(2, number);
            log.executeUpdate();
            connection.commit();
            return true;
        } catch (SQLException conflict) {
            connection.rollback();
            // Locks that time out and rows that changed are the database's way of saying "again".
            int code = conflict.getErrorCode();
            if (code == 50200 || code == 40001 || code == 90131) {
                RETRIED.incrementAndGet();
                return false;
            }
            throw conflict;
        }
    }

    /** Keeps the table small, so that growth of the server's memory is not the data's: lines become a number. */
    private static void forgetOldLines(Connection connection, int thread) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement("delete from log where thread = ?");
             PreparedStatement keep = connection.prepareStatement(
                 "merge into log(thread, number) key(thread) values (-1, (select coalesce(max(number), 0) from log "
                     + "where thread = -1) + ?)")) {
            synchronized (SoakClient.class) {  // one row for all threads
                delete.setInt(1, thread);
                keep.setLong(1, delete.executeUpdate());
                keep.executeUpdate();
                connection.commit();
            }
        }
    }
}
