package tsp;

/** Free tours and a heap of open ones, the most promising first. All methods hold the pool's lock. */
final class TourPool {
    private TourElement[] free;
    private int freeCount;
    private TourElement[] heap;
    private int heapCount;
    private int working;

    TourPool(int cities) {
        free = new TourElement[64];
        for (int i = 0; i < free.length; i++) {
            free[i] = new TourElement(cities);
        }
        freeCount = free.length;
        heap = new TourElement[256];
    }

    synchronized TourElement fresh(int cities) {
        if (freeCount == 0) {
            return new TourElement(cities);
        }
        return free[--freeCount];
    }

    synchronized void giveBack(TourElement tour) {
        if (freeCount == free.length) {
            free = java.util.Arrays.copyOf(free, 2 * free.length);
        }
        free[freeCount++] = tour;
    }

    /** Puts an open tour into the heap. */
    synchronized void open(TourElement tour) {
        if (heapCount == heap.length) {
            heap = java.util.Arrays.copyOf(heap, 2 * heap.length);
        }
        int at = heapCount++;
        while (at > 0 && tour.lowerBound < heap[(at - 1) / 2].lowerBound) {
            heap[at] = heap[(at - 1) / 2];
            at = (at - 1) / 2;
        }
        heap[at] = tour;
        notifyAll();
    }

    /** The most promising open tour; null when there is none left and no thread works on one. */
    synchronized TourElement take() throws InterruptedException {
        while (heapCount == 0) {
            if (working == 0) {
                notifyAll();
                return null;
            }
            wait();
        }
        working++;
        TourElement best = heap[0];
        TourElement last = heap[--heapCount];
        int at = 0;
        while (2 * at + 1 < heapCount) {
            int child = 2 * at + 1;
            if (child + 1 < heapCount && heap[child + 1].lowerBound < heap[child].lowerBound) {
                child++;
            }
            if (last.lowerBound <= heap[child].lowerBound) {
                break;
            }
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = last;
        return best;
    }

    synchronized void finished() {
        working--;
        notifyAll();
    }
}
