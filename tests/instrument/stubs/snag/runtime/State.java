package snag.runtime;

/** For the verifier alone. */
public class State {
  public final Thread owner;

  public State(Thread owner) {
    this.owner = owner;
  }
}
