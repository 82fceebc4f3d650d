// The holder class: initialisation of a class orders what its initialiser wrote before all who use it.
// variant: default
// variant: lockset options="--lockset-only"
public class HolderIdiomOk {
    private int value;
    private String name;

    private static final class Holder {
        static HolderIdiomOk instance = new HolderIdiomOk();
        static int made;

        static {
            made++;
            instance.value = 7;
            instance.name = "seven";
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int[] sums = new int[4];
        Thread[] threads = new Thread[sums.length];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                sums[number] = Holder.instance.value + Holder.instance.name.length() + Holder.made;
            });
            threads[i].start();
        }
        int sum = 0;
        for (int i = 0; i < threads.length; i++) {
            threads[i].join();
            sum += sums[i];
        }
        System.out.println(sum);
    }
}
