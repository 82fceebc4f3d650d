// Table and lookup switches, wide jumps around long code, nested handlers, string switches: results must stay the same.
// variant: default
// variant: arrays options="--arrays whole"
public class SwitchHeavyOk {
    private int state;
    private long sum;
    private final int[] seen = new int[16];

    int step(int input) {
        switch (state) {
            case 0:
                state = input > 3 ? 1 : 2;
                break;
            case 1:
                state = 5;
                sum += input;
                // falls through
            case 2:
                sum ^= input * 31L;
                state = (state + input) % 7;
                break;
            case 3:
            case 4:
                state = 0;
                break;
            case 5:
                try {
                    seen[input]++;
                } catch (ArrayIndexOutOfBoundsException outside) {
                    sum++;
                } finally {
                    state = 6;
                }
                break;
            default:
                state = input & 3;
        }
        switch (input * 1000) {
            case -5000:
                return -1;
            case 1000:
                return state * 3;
            case 100000:
                return state * 5;
            case 7000:
                return state + (int) sum;
            default:
                break;
        }
        switch ("k" + input % 4) {
            case "k0":
                sum += 2;
                break;
            case "k1":
                sum -= 1;
                break;
            case "k3":
                sum += state;
                break;
            default:
                sum++;
        }
        return state;
    }

    public static void main(String[] args) throws InterruptedException {
        SwitchHeavyOk shared = new SwitchHeavyOk();
        long[] results = new long[2];
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                SwitchHeavyOk own = new SwitchHeavyOk();
                long result = 0;
                for (int round = 0; round < 5000; round++) {
                    result += own.step((round * 7 + number) % 23);
                }
                results[number] = result + own.sum;
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(results[0] + " " + results[1] + " " + shared.step(1));
    }
}
