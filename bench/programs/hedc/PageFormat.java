package hedc;

/** Makes a page of a text and a number. Not thread-safe: it keeps the page and the number's digits in fields. */
final class PageFormat {
    private final StringBuffer page = new StringBuffer();
    private int digits;
    private int value;

    String format(String text, int number) {
        value = number;
        digits = 0;
        for (int rest = value; rest > 0; rest /= 10) {
            digits++;
        }
        page.setLength(0);
        page.append(text).append(':').append(digits).append(':').append(value);
        return page.toString();
    }
}
