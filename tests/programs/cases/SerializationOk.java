// Default serialVersionUID and the bytes of streams must be those of the program as it was compiled: the output, which
// holds them, is compared with that of a run without Snag. The object read back starts its life anew.
// variant: default
// variant: consistency options="--checks object-consistency"
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

public class SerializationOk {
    static class Base implements Serializable {
        protected int number = 4;
        static int made;
        private transient int hidden = 9;

        int hidden() {
            return hidden;
        }
    }

    static class Node extends Base {
        String name = "node";
        List<Node> children = new ArrayList<>();
        Runnable task = (Runnable & Serializable) () -> made++;
    }

    static class Keeper implements Serializable {
        private int count;

        synchronized void add() {
            count++;
        }

        private void writeObject(ObjectOutputStream out) throws java.io.IOException {
            out.defaultWriteObject();
        }
    }

    enum Colour {
        RED,
        GREEN
    }

    public static void main(String[] args) throws Exception {
        for (Class<?> type : List.of(Base.class, Node.class, Keeper.class, Colour.class)) {
            ObjectStreamClass stream = ObjectStreamClass.lookup(type);
            System.out.print(type.getName() + " " + stream.getSerialVersionUID());
            for (ObjectStreamField field : stream.getFields()) {
                System.out.print(" " + field.getName());
            }
            System.out.println();
        }
        Node node = new Node();
        node.children.add(new Node());
        Keeper keeper = new Keeper();
        Thread other = new Thread(keeper::add);
        other.start();
        other.join();
        keeper.add();
        byte[] bytes = write(new Object[] {node, keeper, Colour.GREEN});
        Object[] back = (Object[]) new ObjectInputStream(new ByteArrayInputStream(bytes)).readObject();
        Node read = (Node) back[0];
        read.task.run();
        read.number++;
        ((Keeper) back[1]).add();
        System.out.println(bytes.length + " " + Arrays.hashCode(bytes) + " " + read.children.size() + read.name
                           + read.number + read.hidden() + ((Keeper) back[1]).count + back[2]);
    }

    private static byte[] write(Object object) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }
}
