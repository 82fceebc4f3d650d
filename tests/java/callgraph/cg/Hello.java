package cg;

/** A println must not drag in the JDK. */
public class Hello {
    public static void main(String[] args) {
        System.out.println("hello");
    }
}
