// mode: library
// Plain collections that never leave the method, or only as its result.
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

@LocalContainerOk.ThreadSafe
public class LocalContainerOk {
    public Map<String, Integer> count(String text) {
        Map<String, Integer> counts = new HashMap<>();
        for (String word : split(text)) {
            counts.merge(word, 1, Integer::sum);
        }
        return counts;
    }

    private static List<String> split(String text) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        for (char letter : text.toCharArray()) {
            if (letter == ' ') {
                words.add(word.toString());
                word.setLength(0);
            } else {
                word.append(letter);
            }
        }
        words.add(word.toString());
        return words;
    }

    @interface ThreadSafe { }
}
