package strange.inner;

/** Exists so that the package does. */
public class Helper {}
