package strange;

import java.util.function.Supplier;

/** A service, for `provides`. */
public class Provider implements Supplier<String> {
    @Override
    public String get() {
        return "provided";
    }
}
