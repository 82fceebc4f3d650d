// Static fields are written by the initialiser of the class, which is complete before any thread can use the class.
import java.util.HashMap;
import java.util.Map;

class ClassInitializationOk {
    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Thread(() -> System.out.println(Units.factor("km") + Units.digits())).start();
        }
    }
}

class Units {
    private static Map<String, Integer> factors = new HashMap<>();
    private static int digits;

    static {
        factors.put("m", 1);
        factors.put("km", 1000);
        for (int value : factors.values()) {
            digits = Math.max(digits, value);
        }
    }

    static int factor(String unit) {
        return factors.get(unit);
    }

    static int digits() {
        return digits;
    }
}
