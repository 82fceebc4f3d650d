package snag.runtime;

/**
 * A stack that the agent keeps, as long as this object lives: accesses that were recorded with it refer to it. Made by
 * the agent, one for each stack.
 */
final class Stack {
    /** The agent's. Not final: the agent sets it. */
    int number;

    static int numberOf(Stack stack) {
        return stack == null ? 0 : stack.number;
    }
}
