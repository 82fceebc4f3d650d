// There are several threads, but only the main thread ever has the document; the others do something else.
import java.util.ArrayList;
import java.util.List;

class UnrelatedThreadOk {
    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Thread(() -> System.out.println("tick")).start();
        }
        Document document = new Document();
        for (int i = 0; i < 10; i++) {
            document.append("line " + i);
        }
        System.out.println(document.length());
    }
}

class Document {
    private final List<String> lines = new ArrayList<>();
    private static int made;
    private int characters;

    Document() {
        made++;
    }

    void append(String line) {
        lines.add(line);
        characters += line.length();
    }

    int length() {
        return characters + lines.size() + made;
    }
}
