// A view is made when it is first asked for, and has only final fields: two threads may make one each, which are equal.
class FinalViewLow {
    private static View view;

    static View view() {
        if (view == null) {
            view = new View("name", 10); // expect: data-race/unlocked low
        }
        return view;
    }

    public static void main(String[] arguments) {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> System.out.println(view().text())).start();
        }
    }
}

class View {
    private final String name;
    private final int size;

    View(String name, int size) {
        this.name = name;
        this.size = size;
    }

    String text() {
        return name + size;
    }
}
