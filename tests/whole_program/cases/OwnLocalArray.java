// Arrays of one task, also behind a lambda that runs at once.
import java.util.List;

class OwnLocalArray {
    public static void main(String[] arguments) {
        List<Integer> numbers = List.of(1, 2, 3);
        for (int i = 0; i < 3; i++) {
            new Thread(() -> add(numbers)).start(); // thread: lambda@8 many thread
        }
    }

    static void add(List<Integer> numbers) {
        int[] sum = new int[1]; // object: !shared !global
        numbers.forEach(number -> sum[0] += number); // access elements: unshared
        sum[0]++; // access: unshared
        int[][] table = new int[3][4]; // object: !shared !global
        table[1][2] = sum[0]; // access: unshared
        System.out.println(table[1][2]); // access: unshared
    }
}
