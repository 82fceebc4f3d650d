// A view is made when it is first asked for. All that its constructor writes is final, so that no thread sees it half
// made; two threads may make one each, which are equal.
import java.util.AbstractList;
import java.util.List;

class DefaultFieldsLow {
    private static List<Integer> view;

    static List<Integer> view() {
        List<Integer> known = view;
        if (known == null) {
            known = new Squares(10);
            view = known; // expect: data-race/unlocked low
        }
        return known;
    }

    static class Squares extends AbstractList<Integer> {
        private final int size;
        private int[] cache;

        Squares(int size) {
            this.size = size;
        }

        @Override
        public Integer get(int index) {
            return index * index;
        }

        @Override
        public int size() {
            return size;
        }
    }

    public static void main(String[] arguments) {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> System.out.println(view().get(3))).start();
        }
    }
}
