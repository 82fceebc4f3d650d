// A SimpleDateFormat has a calendar inside that each call of format() changes.
import java.text.SimpleDateFormat;
import java.util.Date;

class SimpleDateFormatBad {
    private static final SimpleDateFormat FORMAT = new SimpleDateFormat("yyyy-MM-dd");

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            long time = i * 86_400_000L;
            new Thread(() -> show(new Date(time))).start();
        }
    }

    private static void show(Date date) {
        String text = FORMAT.format(date); // expect: data-race/unsafe-object
        System.out.println(text);
    }
}
