package ownership;

import static ownership.Use.use;

import java.util.ArrayList;
import java.util.List;

class Construction {
  static List<Construction> all = new ArrayList<>();
  static Construction last;

  final List<Object> parts = new ArrayList<>();
  Construction peer;

  Construction() {
    use(this); // owned
    use(parts); // owned
    setUp();
    use(this); // owned
  }

  Construction(int size) {
    use(this); // owned
    last = this;
    use(this); // shared
    use(parts); // shared
  }

  Construction(String name) {
    this();
    all.add(this);
    use(this); // shared
  }

  Construction(Construction peer) {
    this.peer = peer;
    use(this); // owned
    use(this.peer); // if 1
    peer.peer = this;
    use(this); // if 1
  }

  private void setUp() {
    use(this); // if 0, owned by all callers
    use(parts); // if 0, owned by all callers
    setUpMore();
  }

  private void setUpMore() {
    use(this); // if 0, owned by all callers
  }

  static class Sub extends Construction {
    Sub() {
      super(1);
      use(this); // shared
    }

    Sub(boolean quiet) {
      use(this); // owned
      use(parts); // owned
    }
  }

  class Inner {
    Inner() {
      use(this); // owned
      use(Construction.this); // if 1
    }
  }

  static void outside() {
    use(new Construction()); // owned
    use(new Construction(1)); // shared
    use(new Construction("")); // shared
    use(new Sub()); // shared
    use(new Sub(true)); // owned
  }

  // A builder: what is set before it is handed out is part of construction.
  static class Builder {
    private final Construction made = new Construction();

    Builder part(Object part) {
      made.parts.add(part);
      return this;
    }

    Construction build() {
      return made;
    }
  }

  static void built() {
    Builder builder = new Builder().part("a").part("b");
    use(builder); // owned
    Construction made = builder.build();
    use(made); // owned
    last = made;
    use(made); // shared
    use(builder); // owned
  }
}
