package lib;

class Internal {
    public void unreachable() {
    }
}
