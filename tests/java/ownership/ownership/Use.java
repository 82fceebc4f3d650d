package ownership;

/** What is passed here is asked about: the comment behind the call says what is expected. */
final class Use {
  static void use(Object object) {}

  private Use() {}
}
