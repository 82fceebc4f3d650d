// The core of a web server in the style of "jigsaw" (von Praun 3.5.2, programs 5.3, 7.1.6, 7.2.6), in one process and
// without a network: two http clients fetch random pages of 1024 bytes; a pool of Client threads serves them.
// Defects on purpose:
//   MimeTable.standard       double-checked locking without volatile (harmful).
//   EventManager.done        set under the lock and read without it; the reader takes the lock now and then, so the
//                            race is benign, and most often ordered.
//   Client                   starts itself in its constructor (benign: it is the last thing the constructor does).
//   ClientState              previous and next are guarded by the pool, idle and client by the state itself: no race,
//                            but a report where objects are checked as a whole.
//   ResourceStoreManager     checkClosed and lookUp are not atomic together (for the static checks).
// -Dfixed=true repairs MimeTable and EventManager. Not defects: CommonLogger.log and DirectoryResource.lookUp are not
// synchronized, but call private methods that are.
//   java jigsaw.Main [clients [pages]]
// variant: default args="2 50" runs=3
// variant: fixed args="2 50" jvm="-Dfixed=true"
// variant: lockset args="2 50" options="--lockset-only" runs=3
// variant: object args="2 50" options="--granularity object" jvm="-Dfixed=true" runs=3
// variant: consistency args="2 50" options="--checks object-consistency" jvm="-Dfixed=true"
// expect default,lockset: object-race jigsaw.MimeTable.standard
// may default: object-race jigsaw.EventManager.done
// expect lockset: object-race jigsaw.EventManager.done
// may object,lockset: object-race jigsaw.ClientState*
// may lockset: object-race jigsaw.Client.*
// may lockset: object-race jigsaw.Request.*
// may lockset: object-race jigsaw.Page.*
package jigsaw;

public final class Main {
    static final boolean FIXED = Boolean.getBoolean("fixed");

    public static void main(String[] args) throws InterruptedException {
        int clients = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        int pages = args.length > 1 ? Integer.parseInt(args[1]) : 50;
        HttpServer server = new HttpServer(2 * clients);
        HttpClient[] threads = new HttpClient[clients];
        for (int i = 0; i < clients; i++) {
            threads[i] = new HttpClient(i, pages, server);
        }
        for (HttpClient thread : threads) {
            thread.start();
        }
        long bytes = 0;
        for (HttpClient thread : threads) {
            thread.join();
            bytes += thread.bytes();
        }
        server.shutdown();
        System.out.println("jigsaw: " + bytes + " bytes in " + server.logger().lines() + " answers");
    }
}
