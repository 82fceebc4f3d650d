// The component of the record is final, but the list that it refers to is changed by several threads.
import java.util.ArrayList;
import java.util.List;

class RecordListBad {
    public static void main(String[] arguments) {
        Course course = new Course("Java", new ArrayList<>());
        for (int i = 0; i < 3; i++) {
            new Thread(() -> course.enter("student")).start();
        }
    }
}

record Course(String title, List<String> students) {
    void enter(String student) {
        students.add(student); // expect: data-race/unsafe-object
    }
}
