package heap;

import java.util.function.Supplier;

/** The rules of figure 3.6, one object for each. Lines that end in `object: name` allocate the object of that name. */
class Escape {
  static class Box {
    Object content;

    Box() {}

    Box(Object content) {
      this.content = content;
    }
  }

  static class Thing {
    Object part;
  }

  static class Failure extends RuntimeException {}

  static Object global;

  static void local() {
    Thing thing = new Thing(); // object: local
    thing.part = null;
    use(thing);
  }

  static void use(Thing thing) {
    thing.part = null;
  }

  static void intoStatic() {
    global = new Thing(); // object: intoStatic
  }

  static Thing returned() {
    return new Thing(); // object: returned
  }

  static void intoLocal() {
    Box box = new Box(); // object: localBox
    box.content = new Thing(); // object: inLocalBox
  }

  static void intoParameter(Box box) {
    box.content = new Thing(); // object: intoParameter
  }

  static void intoParameterAfterPhi(Box one, Box other, boolean first) {
    Box box = first ? one : other;
    box.content = new Thing(); // object: intoPhi
  }

  static void intoCallee() {
    Thing thing = new Thing(); // object: intoCallee
    new Box(thing);
  }

  static void fromPublished() {
    Thing outer = new Thing(); // object: publishedOuter
    outer.part = new Thing(); // object: publishedPart
    global = outer;
  }

  static void byWayOfLocal() {
    Box box = new Box(); // object: byWayBox
    Thing thing = new Thing(); // object: byWayThing
    thing.part = new Thing(); // object: byWayPart
    box.content = thing;
    global = box.content;
  }

  static void captured() {
    Thing thing = new Thing(); // object: captured
    Supplier<Object> kept = () -> thing; // object: capturing
    kept.get();
  }

  static void capturedAndKept() {
    Thing thing = new Thing(); // object: keptCaptured
    Supplier<Boolean> kept = () -> thing.part == null; // object: keptFunction
    global = kept;
  }

  static void capturedOnly() {
    Thing thing = new Thing(); // object: onlyCaptured
    Supplier<Boolean> function = () -> thing.part == null; // object: onlyFunction
    function.get();
  }

  static void runnableNeverRun() {
    Thing thing = new Thing(); // object: unusedPart
    Runnable unused = () -> thing.part = null; // object: unusedRunnable
  }

  static void started() {
    Thing thing = new Thing(); // object: ofThread
    Runnable task = () -> thing.part = null; // object: task
    new Thread(task).start(); // object: thread
  }

  static void recursive(Thing thing, int depth) {
    if (depth == 0) global = thing;
    else recursive(thing, depth - 1);
  }

  static void intoRecursion() {
    recursive(new Thing(), 3); // object: intoRecursion
  }

  static void array() {
    Thing[] things = new Thing[1]; // object: localArray
    things[0] = new Thing(); // object: inLocalArray
  }

  public static void main(String[] args) {
    local();
    intoStatic();
    returned();
    intoLocal();
    Box box = new Box(); // object: mainBox
    intoParameter(box);
    intoParameterAfterPhi(box, new Box(), args.length == 0); // object: otherBox
    intoCallee();
    fromPublished();
    byWayOfLocal();
    captured();
    capturedAndKept();
    capturedOnly();
    runnableNeverRun();
    started();
    intoRecursion();
    array();
  }
}
