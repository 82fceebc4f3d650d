// A bounded buffer that waits while it holds only its own monitor, acquired twice.
class CriticalWaitOwnMonitor {
    private final int[] slots = new int[4];
    private int count;

    public static void main(String[] arguments) throws InterruptedException {
        CriticalWaitOwnMonitor buffer = new CriticalWaitOwnMonitor();
        new Thread(() -> {
            try {
                for (int i = 0; i < 10; i++) {
                    buffer.put(i);
                }
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        }).start();
        for (int i = 0; i < 10; i++) {
            System.out.println(buffer.take());
        }
    }

    synchronized void put(int value) throws InterruptedException {
        waitWhile(slots.length);
        slots[count++] = value;
        notifyAll();
    }

    synchronized int take() throws InterruptedException {
        waitWhile(0);
        int value = slots[--count];
        notifyAll();
        return value;
    }

    private synchronized void waitWhile(int number) throws InterruptedException {
        while (count == number) {
            wait();
        }
    }
}
