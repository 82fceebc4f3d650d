// Each thread writes its own part of the array; the main thread reads all of it after the joins.
class ArraySlicesOk {
    public static void main(String[] arguments) throws InterruptedException {
        int[] squares = new int[100];
        Slice[] slices = new Slice[4];
        for (int i = 0; i < slices.length; i++) {
            slices[i] = new Slice(squares, i * 25, (i + 1) * 25);
            slices[i].start();
        }
        for (Slice slice : slices) {
            slice.join();
        }
        int sum = 0;
        for (int square : squares) {
            sum += square;
        }
        System.out.println(sum);
    }
}

class Slice extends Thread {
    private final int[] squares;
    private final int from;
    private final int to;

    Slice(int[] squares, int from, int to) {
        this.squares = squares;
        this.from = from;
        this.to = to;
    }

    @Override
    public void run() {
        for (int i = from; i < to; i++) {
            squares[i] = i * i;
        }
    }
}
