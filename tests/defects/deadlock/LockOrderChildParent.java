// One thread locks the parent and then the child, another the child and then the parent.
class LockOrderChildParent {
    static class Group {
        private int members;

        void remove(Member member) {
            synchronized (this) {
                synchronized (member) {      // expect: deadlock/lock-order
                    members--;
                    member.active = false;
                }
            }
        }
    }

    static class Member {
        private final Group group;
        private boolean active;

        Member(Group group) {
            this.group = group;
        }

        void join() {
            synchronized (this) {
                synchronized (group) {
                    group.members++;
                    active = true;
                }
            }
        }
    }

    public static void main(String[] arguments) {
        Group group = new Group();
        Member member = new Member(group);
        new Thread(() -> member.join()).start();
        new Thread(() -> group.remove(member)).start();
    }
}
