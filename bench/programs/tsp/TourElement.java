package tsp;

/** A partial tour. Taken from the pool by one thread at a time and used without a lock until it is given back. */
final class TourElement {
    final int[] prefix;
    int visited;
    int length;
    int lowerBound;
    int mask;

    TourElement(int cities) {
        prefix = new int[cities];
    }

    void copyFrom(TourElement other) {
        System.arraycopy(other.prefix, 0, prefix, 0, other.visited);
        visited = other.visited;
        length = other.length;
        lowerBound = other.lowerBound;
        mask = other.mask;
    }
}
