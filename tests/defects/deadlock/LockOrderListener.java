// A model calls its listener under its lock; the listener's own thread calls the model under the listener's lock.
class LockOrderListener {
    static class Model {
        private final View view;
        private int value;

        Model(View view) {
            this.view = view;
        }

        void set(int value) {
            synchronized (this) {
                this.value = value;
                view.changed(value);
            }
        }

        int get() {
            synchronized (this) {            // expect: deadlock/lock-order
                return value;
            }
        }
    }

    static class View {
        private int shown;

        void changed(int value) {
            synchronized (this) {
                shown = value;
            }
        }

        void refresh(Model model) {
            synchronized (this) {
                shown = model.get();
            }
        }
    }

    public static void main(String[] arguments) {
        View view = new View();
        Model model = new Model(view);
        new Thread(() -> model.set(3)).start();
        new Thread(() -> view.refresh(model)).start();
    }
}
