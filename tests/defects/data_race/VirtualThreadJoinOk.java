// jdk: 21
// One virtual thread fills the report; the main thread reads it after the join.
class VirtualThreadJoinOk {
    public static void main(String[] arguments) throws InterruptedException {
        Report report = new Report();
        report.title = "sales";
        Thread writer = Thread.ofVirtual().start(() -> {
            report.pages = report.title.length();
        });
        writer.join();
        report.pages++;
        System.out.println(report.title + report.pages);
    }
}

class Report {
    String title;
    int pages;
}
