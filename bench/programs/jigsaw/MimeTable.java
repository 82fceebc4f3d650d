package jigsaw;

import java.util.HashMap;
import java.util.Map;

/** Types of files by their endings. Made when it is first asked for, which takes a while. */
final class MimeTable {
    private static MimeTable standard;
    private final Map<String, String> types = new HashMap<>();

    private MimeTable() {
        types.put("html", "text/html");
        types.put("txt", "text/plain");
        types.put("png", "image/png");
    }

    static boolean ready() {
        return standard != null;
    }

    static MimeTable standard() {
        if (Main.FIXED) {
            return locked();
        }
        if (standard == null) {
            synchronized (MimeTable.class) {
                if (standard == null) {
                    MimeTable table = new MimeTable();
                    readFile();
                    standard = table;
                }
            }
        }
        return standard;
    }

    private static synchronized MimeTable locked() {
        if (standard == null) {
            standard = new MimeTable();
        }
        return standard;
    }

    /** Stands for reading mime.types from a disk. */
    private static void readFile() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    String type(String path) {
        return types.getOrDefault(path.substring(path.lastIndexOf('.') + 1), "application/octet-stream");
    }
}
