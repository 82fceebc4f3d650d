package jigsaw;

import java.util.HashMap;
import java.util.Map;

final class DirectoryResource {
    private final Map<String, Page> children = new HashMap<>();
    private int misses;

    Page lookUp(String path) {
        return child(path);
    }

    private synchronized Page child(String path) {
        Page page = children.get(path);
        if (page == null) {
            misses++;
            page = new Page(path);
            children.put(path, page);
        }
        return page;
    }
}
