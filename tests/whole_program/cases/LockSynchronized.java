// Methods, blocks, nested and reentrant; released before the access; in one branch only.
class LockSynchronized {
    public static void main(String[] arguments) {
        Cell cell = new Cell(); // object: global shared escape unique !object-specific
        for (int i = 0; i < 3; i++) {
            new User(cell).start(); // thread: User.run many thread
        }
    }
}

class Cell {
    int method;
    int block;
    int nested;
    int after;
    int branch;
    final Object lock = new Object(); // object: global unique object-specific host=Cell

    synchronized void inMethod() {
        method++; // access: threads=User.run locks=this
        inBlock();
    }

    void inBlock() {
        synchronized (this) {
            block++; // access: threads=User.run locks=this
            synchronized (lock) {
                nested++; // access: threads=User.run locks=this,lock
            }
        }
        after++; // access: threads=User.run locks=this
    }

    void released(boolean locked) {
        synchronized (lock) {
            block = 0; // access: threads=User.run locks=lock
        }
        after = 0; // access: threads=User.run locks=none
        if (locked) {
            synchronized (this) {
                update();
            }
        } else {
            update();
        }
    }

    private void update() {
        branch++; // access: threads=User.run locks=none
    }
}

class User extends Thread {
    private final Cell cell;

    User(Cell cell) {
        this.cell = cell;
    }

    @Override
    public void run() {
        cell.inMethod();
        cell.released(true);
        cell.released(false);
    }
}
