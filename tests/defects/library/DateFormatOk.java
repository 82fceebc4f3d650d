// mode: library
// A SimpleDateFormat for each thread, one under a lock, and one for each call.
import java.text.ParseException;
import java.text.SimpleDateFormat;
import java.util.Date;

public class DateFormatOk {
    private static final ThreadLocal<SimpleDateFormat> DAY =
        ThreadLocal.withInitial(() -> new SimpleDateFormat("yyyy-MM-dd"));
    private final SimpleDateFormat time = new SimpleDateFormat("HH:mm:ss");

    public String day(long millis) {
        return DAY.get().format(new Date(millis));
    }

    public synchronized String time(long millis) {
        return time.format(new Date(millis));
    }

    public long parse(String year) throws ParseException {
        return new SimpleDateFormat("yyyy").parse(year).getTime();
    }
}
