// Each thread gets a copy of the template, and changes nothing but the copy.
import java.util.ArrayList;
import java.util.List;

class CopyForThreadOk {
    public static void main(String[] arguments) {
        Plan template = new Plan();
        template.steps.add("begin");
        for (int i = 0; i < 3; i++) {
            Plan plan = template.copy();
            new Thread(() -> plan.add("end")).start();
        }
    }
}

class Plan {
    final List<String> steps = new ArrayList<>();
    private int changes;

    Plan copy() {
        Plan plan = new Plan();
        plan.steps.addAll(steps);
        plan.changes = changes;
        return plan;
    }

    void add(String step) {
        steps.add(step);
        changes++;
    }
}
