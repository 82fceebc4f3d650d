// mode: library
// A SimpleDateFormat has state of its own and is used by all threads at once.
import java.text.SimpleDateFormat;
import java.util.Date;

@DateFormatBad.ThreadSafe
public class DateFormatBad {
    private static final SimpleDateFormat FORMAT = new SimpleDateFormat("yyyy-MM-dd");
    private final String prefix;

    public DateFormatBad(String prefix) {
        this.prefix = prefix;
    }

    public String stamp(long millis) {
        return prefix + FORMAT.format(new Date(millis)); // expect: data-race/unsafe-object
    }

    @interface ThreadSafe { }
}
