// Each thread has a SimpleDateFormat of its own, in a ThreadLocal; the other formatter is immutable.
import java.text.SimpleDateFormat;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Date;

class SimpleDateFormatOk {
    private static final ThreadLocal<SimpleDateFormat> FORMAT =
            ThreadLocal.withInitial(() -> new SimpleDateFormat("yyyy-MM-dd"));
    private static final DateTimeFormatter FORMATTER = DateTimeFormatter.ofPattern("dd.MM.yyyy");

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            long day = i;
            new Thread(() -> show(day)).start();
        }
    }

    private static void show(long day) {
        String text = FORMAT.get().format(new Date(day * 86_400_000L));
        System.out.println(text + " " + FORMATTER.format(LocalDate.ofEpochDay(day)));
    }
}
