// jdk: 21
// parallel: lambda@10 lambda@10 yes
// parallel: lambda@10 lambda@13 yes
// parallel: lambda@13 lambda@13 no (started once)
class ThreadVirtual {
    static int total;

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            Thread.startVirtualThread(() -> total++); // thread: lambda@10 many virtual
            //^ access total: threads=lambda@10 locks=none
        }
        Thread.ofVirtual().start(() -> total++); // thread: lambda@13 one virtual
        //^ access total: threads=lambda@13 locks=none
    }
}
