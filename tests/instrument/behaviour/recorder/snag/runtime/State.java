package snag.runtime;

public class State {
  public final Thread owner;

  public State(Thread owner) {
    this.owner = owner;
  }
}
