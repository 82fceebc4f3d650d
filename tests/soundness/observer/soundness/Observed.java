package soundness;

/** What the rewriter makes of every class of the program: an object with a place for what was seen of it. */
public interface Observed {
  Object observation$();

  void observation$(Object observation);
}
