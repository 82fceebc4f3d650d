// A hash code that each thread may compute for itself, as String.hashCode() does: all write the same number.
class HashCacheLow {
    public static void main(String[] arguments) {
        Name name = new Name("Ada");
        for (int i = 0; i < 3; i++) {
            new Thread(() -> System.out.println(name.hash())).start();
        }
    }
}

class Name {
    private final String text;
    private int hash;

    Name(String text) {
        this.text = text;
    }

    int hash() {
        int result = hash;
        if (result == 0) {
            for (int i = 0; i < text.length(); i++) {
                result = 31 * result + text.charAt(i);
            }
            hash = result; // expect: data-race/unlocked low
        }
        return result;
    }
}
