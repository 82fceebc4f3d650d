package hedc;

/** What is looked for. Every task gets a copy: a clone must not inherit the life of the original. */
final class SearchParameters implements Cloneable {
    private String text;
    private int date;
    private String archive;

    SearchParameters(String text, int date) {
        this.text = text;
        this.date = date;
    }

    SearchParameters forArchive(String name) {
        try {
            SearchParameters copy = (SearchParameters) super.clone();
            copy.archive = name;
            return copy;
        } catch (CloneNotSupportedException impossible) {
            throw new AssertionError(impossible);
        }
    }

    String text() {
        return text;
    }

    int date() {
        return date;
    }

    String archive() {
        return archive;
    }
}
