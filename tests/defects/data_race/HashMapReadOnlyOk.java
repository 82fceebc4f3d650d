// The map is filled before the threads start, and afterwards nobody changes it.
import java.util.HashMap;
import java.util.Map;

class HashMapReadOnlyOk {
    public static void main(String[] arguments) {
        Map<String, Integer> ages = new HashMap<>();
        ages.put("Ada", 36);
        ages.put("Grace", 85);
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                for (Map.Entry<String, Integer> entry : ages.entrySet()) {
                    System.out.println(entry.getKey() + " " + ages.get(entry.getKey()));
                }
            }).start();
        }
    }
}
