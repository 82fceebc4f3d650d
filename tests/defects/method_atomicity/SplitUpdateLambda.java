// The two sections are calls in the body of a lambda that several threads run.
class SplitUpdateLambda {
    static class Score {
        private int points;

        synchronized int points() {
            return points;
        }

        synchronized void setPoints(int value) {
            points = value;
        }
    }

    public static void main(String[] arguments) {
        Score score = new Score();
        Runnable round = () -> {
            int before = score.points();
            score.setPoints(before + 3);     // expect: method-atomicity/split-update
        };
        new Thread(round).start();
        new Thread(round).start();
    }
}
