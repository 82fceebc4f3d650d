package library;

import java.util.AbstractMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collections of the application, for the rule which of their methods a model stands for. */
class OwnMap extends AbstractMap<String, Object> {
    private final Set<Map.Entry<String, Object>> entries = Set.of();

    @Override
    public Set<Map.Entry<String, Object>> entrySet() {
        return entries;
    }
}

class Cache extends HashMap<String, Object> {
    @Override
    public Object remove(Object key) {
        return super.remove(key);
    }
}

class Box implements Iterable<Object> {
    private final List<Object> contents = List.of();

    @Override
    public Iterator<Object> iterator() {
        return contents.iterator();
    }
}
