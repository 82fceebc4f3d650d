// The field is declared in a super class, and accessed through the subclass, through a generic and through this.
// variant: default output=any
public class InheritedFieldBad {
    static class Base {
        protected int count;
    }

    static class Middle extends Base {
        int own;
    }

    static class Leaf extends Middle {
        void add() {
            count++;  // expect: object-race InheritedFieldBad$Base.count
            own++;  // expect: object-race InheritedFieldBad$Middle.own
        }
    }

    static <T extends Leaf> void addTo(T leaf) {
        leaf.count++;  // expect: object-race InheritedFieldBad$Base.count
        leaf.own++;  // expect: object-race InheritedFieldBad$Middle.own
    }

    public static void main(String[] args) throws InterruptedException {
        Leaf leaf = new Leaf();
        Thread one = new Thread(() -> {
            for (int i = 0; i < 30; i++) {
                leaf.add();
                nap(2);
            }
        });
        Thread two = new Thread(() -> {
            for (int i = 0; i < 30; i++) {
                addTo(leaf);
                nap(2);
            }
        });
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(leaf.count + leaf.own);
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
