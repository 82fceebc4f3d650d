package annotated;

import java.util.ArrayList;
import java.util.List;
import notes.Notes.Immutable;

/** What is immutable by declaration has no state that changes. */
class Values {
    @Immutable
    static class Money {
        private volatile int hash;
        private int uses;

        int hashOk() {
            hash++;
            return hash;
        }

        void useOk() {
            int old;
            synchronized (this) {
                old = uses;
            }
            synchronized (this) {
                uses = old + 1;
            }
        }

        private final int[] digits = new int[2];

        void digitOk() {
            int old;
            synchronized (this) {
                old = digits[0];
            }
            synchronized (this) {
                digits[0] = old + 1;
            }
        }
    }

    static class Coins {
        private int uses;
        private final int[] digits = new int[2];

        void useBad() {
            int old;
            synchronized (this) {
                old = uses;
            }
            synchronized (this) {
                uses = old + 1; // expect: stale-value/lost-update
            }
        }

        void digitBad() {
            int old;
            synchronized (this) {
                old = digits[0];
            }
            synchronized (this) {
                digits[0] = old + 1; // expect: stale-value/lost-update
            }
        }
    }

    @Immutable
    static class Names extends ArrayList<String> {
        private static final long serialVersionUID = 1;
    }

    private final Names names = new Names();
    private final List<String> words = new ArrayList<>();

    void addNameOk(String name) {
        boolean there;
        synchronized (this) {
            there = names.contains(name);
        }
        if (!there) {
            synchronized (this) {
                names.add(name);
            }
        }
    }

    void addWordBad(String word) {
        boolean there;
        synchronized (this) {
            there = words.contains(word);
        }
        if (!there) {
            synchronized (this) {
                words.add(word); // expect: stale-value/check-then-act
            }
        }
    }
}
