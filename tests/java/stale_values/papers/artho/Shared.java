package papers.artho;

/** The papers' `shared`. */
class Shared {
    int field;
}
