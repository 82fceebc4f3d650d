package strange;

import java.io.Closeable;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** A type annotation on every target of JVMS table 4.7.20-A and B. */
public class TypeAnnotations<@OnType(1) T extends @OnType(2) Comparable<@OnType(3) T>> extends @OnType(4) ArrayList<T>
        implements @OnType(5) Closeable {
    private static final long serialVersionUID = 1;
    @OnType(6) int @OnType(7) [] field = {};

    <@OnType(8) U extends @OnType(9) Runnable & @OnType(10) Closeable> @OnType(11) String method(
            @OnType(12) TypeAnnotations<T> this, @OnType(13) U parameter) throws @OnType(14) IOException {
        @OnType(15) String local = parameter.toString();
        try (@OnType(16) StringReader resource = new StringReader(local)) {
            resource.read();
        } catch (@OnType(17) RuntimeException exception) {
            local = exception.getMessage();
        }
        Object object = new @OnType(18) ArrayList<@OnType(19) String>();
        if (object instanceof @OnType(20) List) {
            local += object;
        }
        Supplier<Object> constructor = @OnType(21) ArrayList<Object>::new;
        Function<Object, String> reference = @OnType(22) Object::toString;
        Object cast = (@OnType(23) Comparable<@OnType(24) String> & Closeable) null;
        TypeAnnotations.<@OnType(25) String>generic();
        new <@OnType(26) String>TypeAnnotations<Integer>("");
        Function<Object, String> referenced = TypeAnnotations::<@OnType(27) String>generic;
        Supplier<Object> made = Object::<@OnType(28) String>new;
        return local + constructor + reference + cast + referenced + made;
    }

    <X> TypeAnnotations(X unused) {}

    static <X> void generic() {}

    static <X> String generic(Object o) {
        return null;
    }

    @Override
    public void close() {}
}
