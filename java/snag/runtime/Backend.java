package snag.runtime;

/** What the runtime needs from the agent, so that tests can stand in for it. See Native for the meaning. */
interface Backend {
    int[] fieldsOf(int site);

    Object staticHolder(int site);

    String staticWord(int site);

    Object mention(int site);

    int[] goneSites();

    int[] goneFields();

    Stack stack(int skip);

    int report(Report report);

    void again(int report, int count);

    long liveBytes();

    void log(String message);
}
