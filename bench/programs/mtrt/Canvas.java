package mtrt;

/** One array for each row; a row belongs to one thread. */
final class Canvas {
    private final int[][] pixels;
    private int width;

    Canvas(int width, int height) {
        pixels = new int[height][width];
        this.width = width;
    }

    void write(int x, int y, double brightness) {
        pixels[y][x] = (int) (Math.min(brightness, 1) * 255);
    }

    int width() {
        return width;
    }

    int height() {
        return pixels.length;
    }

    long checksum() {
        long sum = 0;
        for (int[] row : pixels) {
            for (int pixel : row) {
                sum = sum * 31 + pixel;
            }
        }
        return sum;
    }
}
